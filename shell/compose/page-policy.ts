import { createHash } from 'node:crypto';

/** SHA-256 of no text: styled-components adds rules to an empty style element through the CSSOM. */
const EMPTY = hashSource('');

/** Developers' own machines; only the policy of the preview origin's responses allows them. */
const LOOPBACK = 'http://localhost:* http://127.0.0.1:*';

const WITHOUT_THIRD_PARTIES = [
  "script-src 'self'",
  "connect-src 'self' ws://localhost:* ws://127.0.0.1:*",
  "img-src 'self' data:",
];

/**
 * Adds the page's own policy to a complete document (CSP level 3), which narrows that of the response: its own inline styles
 * by their hashes, and none that a script or injected HTML adds later; nothing of third parties, such as the payment provider.
 * React renders some styles as attributes, which hashes cannot cover.
 * @param cdn the origin of releases.
 * @param thirdParties whether the page needs scripts of third parties, which insert styles; see `RemoteRoute.ownDocument`.
 */
export function withPagePolicy(html: string, cdn: string, thirdParties = false): string {
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text = '']) => hashSource(text));
  const sources = thirdParties
    ? `'self' 'unsafe-inline'`
    : `'self' ${[EMPTY, ...new Set(styles)].join(' ')}; style-src-attr 'unsafe-inline'; ${WITHOUT_THIRD_PARTIES.map((directive) => `${directive} ${cdn} ${LOOPBACK}`).join('; ')}; frame-src 'none'`;
  const element = `<meta http-equiv="Content-Security-Policy" content="style-src ${sources}">`;
  // Before every style: a policy has no effect on what precedes it.
  return html.replace('<meta charset="utf-8">', (charset) => `${charset}\n${element}`);
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
