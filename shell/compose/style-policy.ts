import { createHash } from 'node:crypto';

/** SHA-256 of no text: styled-components adds rules to an empty style element through the CSSOM. */
const EMPTY = hashSource('');

/**
 * Adds the policy for styles to a complete document (CSP level 3): its own inline styles by their hashes, and none that
 * a script or injected HTML adds later. React renders some styles as attributes, which hashes cannot cover.
 * @param thirdParties whether scripts of third parties insert styles; see `RemoteRoute.ownDocument`.
 */
export function withStylePolicy(html: string, thirdParties = false): string {
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text = '']) => hashSource(text));
  const sources = thirdParties
    ? `'self' 'unsafe-inline'`
    : `'self' ${[EMPTY, ...new Set(styles)].join(' ')}; style-src-attr 'unsafe-inline'`;
  const element = `<meta http-equiv="Content-Security-Policy" content="style-src ${sources}">`;
  // Before every style: a policy has no effect on what precedes it.
  return html.replace('<meta charset="utf-8">', (charset) => `${charset}\n${element}`);
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
