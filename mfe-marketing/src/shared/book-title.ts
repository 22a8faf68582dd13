/** A book's title for a narrow column: "Volume" is never parted from its number by a line's end. */
export function bookTitle(title: string): string {
  return title.replace(/(Volumes?) (?=\d)/g, '$1\u00a0');
}
