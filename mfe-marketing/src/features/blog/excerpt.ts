/** Characters of a post that its card shows (specification §9). */
export const EXCERPT_LENGTH = 220;

/**
 * Shortens a text to at most `length` characters, cut at a word's end and closed with an ellipsis that
 * counts as one of them. A text that fits is returned as it is; a single endless word is cut anywhere.
 */
export function excerpt(text: string, length = EXCERPT_LENGTH): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  if (plain.length <= length) return plain;
  const cut = plain.slice(0, length);
  const lastSpace = cut.lastIndexOf(' ');
  const kept = lastSpace > 0 ? cut.slice(0, lastSpace) : cut.slice(0, length - 1);
  return `${kept.replace(/[\s,;:.–—]+$/u, '')}…`;
}
