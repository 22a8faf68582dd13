/** Characters of a post on its card (specification §9). */
export const EXCERPT_LENGTH = 220;

/** Shortens a text to at most `length` characters including the ellipsis, where possible at the end of a word. */
export function excerpt(text: string, length = EXCERPT_LENGTH): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  if (plain.length <= length) return plain;
  const cut = plain.slice(0, length);
  const lastSpace = cut.lastIndexOf(' ');
  const shortened = lastSpace > 0 ? cut.slice(0, lastSpace) : cut.slice(0, length - 1);
  return `${shortened.replace(/[\s,;:.–—]+$/u, '')}…`;
}
