/** A book's title for a page, without a line break inside `Volumes 1 and 2`. */
export function bookTitle(title: string): string {
  return title.replace(/(?<=Volumes?) (?=\d)|(?<=\d) (?=(?:and|to) \d)|(?<=\d (?:and|to)) (?=\d)/g, '\u00a0');
}
