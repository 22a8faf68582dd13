/** Paths that end with a secret: reset links, links to orders, and links to the office. */
const PATHS = /(\/(?:my-orders|order-links|reset|reset-password|enrol|demo)\/+)[^/?#\s"']+/gi;
const PARAMETERS = /([?&](?:token|ticket)=)[^&#\s"']+/gi;
const FRAGMENTS = /(\/verify-email#|#(?:newsletter|link)=)[^\s"']+/gi;

/** Replaces the secrets of addresses in a text for a log. Masked addresses are decoded. */
export function maskSecrets(text: string): string {
  const decoded = decode(text);
  const masked = [PATHS, PARAMETERS, FRAGMENTS].reduce(
    (result, pattern) => result.replace(pattern, '$1[token]'),
    decoded,
  );
  return masked === decoded ? text : masked;
}

/** Decodes letters and hyphens only, so that an invalid encoding elsewhere in the text does not matter. */
function decode(text: string): string {
  return text.replace(/%(?:2d|[46][1-9a-f]|[57][\da])/gi, (code) => decodeURIComponent(code));
}
