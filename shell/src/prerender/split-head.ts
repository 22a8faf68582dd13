/** What React writes before a page's first element: it belongs into the head. */
const LEADING = /^(?:<(?:link|meta)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>|<style\b[^>]*>[^<]*<\/style>)/;

export interface SplitPage {
  /** Titles, metas, links and styles, in React's order. */
  readonly head: readonly string[];
  readonly body: string;
}

/**
 * Takes apart what React makes of a page that is no whole document: title, metas, style sheets and preloads of
 * images come first, then the page itself. In the head they are found earlier, and hydration finds them there.
 */
export function splitHead(html: string): SplitPage {
  const head: string[] = [];
  let body = html;
  for (let found = LEADING.exec(body); found; found = LEADING.exec(body)) {
    head.push(found[0]);
    body = body.slice(found[0].length);
  }
  return { head, body };
}
