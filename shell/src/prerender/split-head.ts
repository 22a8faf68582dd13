/** Matches the elements that React writes before a page's first element and that belong in the head. */
const LEADING = /^(?:<(?:link|meta)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>|<style\b[^>]*>[^<]*<\/style>)/;

/** Splits React's output for a page without `<html>`: browsers and hydration find these in the head. */
export function splitHead(html: string): { readonly head: readonly string[]; readonly body: string } {
  const head: string[] = [];
  let body = html;
  for (let found = LEADING.exec(body); found; found = LEADING.exec(body)) {
    head.push(found[0]);
    body = body.slice(found[0].length);
  }
  return { head, body };
}
