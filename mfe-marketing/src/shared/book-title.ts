export function bookTitle(title: string): string {
  return title.replace(/(Volumes?) (?=\d)/g, '$1\u00a0');
}
