/**
 * The beginning of a text with `ellipsis`, at most `length` characters without it; a shorter text is returned whole. It
 * ends with a word, unless the first word is longer.
 */
export function excerpt(text: string, length: number, ellipsis = '…'): string {
  const characters = Array.from(text.trim());
  if (characters.length <= length) return characters.join('');
  const cut = characters.slice(0, length).join('');
  const after = characters.slice(length, length + 2).join('');
  const words = /^[.,;:!?]?(?:\s|$)/.test(after) ? cut : cut.replace(/\s\S*$/, '');
  return `${words.replace(/[\s,;:.–—]+$/u, '')}${ellipsis}`;
}
