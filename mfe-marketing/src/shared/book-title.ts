export function bookTitle(title: string): string {
  return title.replace(/(?<=Volumes?) (?=\d)|(?<=\d) (?=and \d)|(?<=\d and) (?=\d)/g, '\u00a0');
}
