/**
 * The values of a cookie in a header `Cookie` or in `document.cookie`, each once. Browsers send several when another
 * host of the domain, or a page of another path, has set a cookie of the same name, and nothing tells them apart.
 */
export function cookieValues(cookies: string, name: string): readonly string[] {
  const prefix = `${name}=`;
  const found = cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
  return [...new Set(found)];
}
