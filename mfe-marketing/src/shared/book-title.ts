/** A book's title in which "Volume" and its number stay on one line. */
export function bookTitle(title: string): string {
  return title.replace(/(Volumes?) (?=\d)/g, '$1\u00a0');
}
