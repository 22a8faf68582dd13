import { noModulesOf } from '../formats/host-rules';
import { hashSource } from '../../packages/node/hash-source';

/** The SHA-256 of an empty text: styled-components adds rules to an empty style element through the CSSOM. */
const EMPTY = hashSource('');

/**
 * Adds the page's own policy (CSP level 3): its inline styles by their hashes, and none that a script or
 * injected HTML adds later. Scripts may still change styles through the CSSOM.
 * @param cdn the store's origin.
 * @param thirdParties whether the page needs scripts of third parties, which insert styles; see
 * `RemoteRoute.ownDocument`.
 */
export function withPagePolicy(html: string, cdn: string, thirdParties = false): string {
  // The map comes before every script, because it has no effect on what precedes it.
  if (thirdParties) return withHeadElement(html, `<script type="importmap">${noModulesOf(cdn)}</script>`);
  // A regular expression would take quadratic time on hostile HTML.
  const elements = html
    .split('</style>')
    .slice(0, -1)
    .map((part) => part.slice(part.indexOf('>', part.indexOf('<style')) + 1));
  const attributes = [...html.matchAll(/ style="([^"]*)"/g)].map(([, text = '']) =>
    text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity),
  );
  const hashes = (texts: readonly string[]) => [...new Set(texts)].map(hashSource).join(' ');
  const policy = [
    `style-src 'self' ${EMPTY} ${hashes(elements)}`,
    `style-src-attr ${attributes.length > 0 ? `'unsafe-hashes' ${hashes(attributes)}` : "'none'"}`,
  ].join('; ');
  const element = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  // The policy comes before every style, because it has no effect on what precedes it.
  return withHeadElement(html, element);
}

function withHeadElement(html: string, element: string): string {
  return html.replace('<meta charset="utf-8">', (charset) => `${charset}\n${element}`);
}

/** The entities with which React escapes attributes. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
