export interface SecurityOptions {
  /** Origins that scripts, frames and calls may come from beside the site itself. */
  readonly scriptOrigins: readonly string[];
  /** Lets a page of this site run scripts of a development server on the visitor's own machine. */
  readonly overrides?: boolean;
  /** Hot updates of development servers need evaluation. */
  readonly development?: boolean;
  /** The site is reached by https alone: browsers are told to keep to it for a year (RFC 6797). */
  readonly httpsOnly?: boolean;
}

/**
 * The headers of every answer of the site, for whatever serves it. PayPal's pop-up needs the opener policy (PayPal
 * developer site, "Content Security Policy"). Styles are inlined into pages; scripts never are.
 */
export function securityHeaders({
  scriptOrigins,
  overrides = false,
  development = false,
  httpsOnly = false,
}: SecurityOptions): Readonly<Record<string, string>> {
  const loopback = ['http://localhost:*', 'http://127.0.0.1:*'];
  const origins = [...scriptOrigins, ...(overrides ? loopback : [])].join(' ');
  const sockets = overrides ? ' ws://localhost:* ws://127.0.0.1:*' : '';
  const policy = [
    `default-src 'self'`,
    `script-src 'self' ${origins}${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: ${origins}`,
    `font-src 'self' ${origins}`,
    `connect-src 'self' ${origins}${sockets}`,
    `frame-src ${origins || "'none'"}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), picture-in-picture=()',
    ...(httpsOnly && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
