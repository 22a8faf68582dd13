export interface SecurityOptions {
  /** Origins of scripts, frames and requests besides the site itself. */
  readonly scriptOrigins: readonly string[];
  /** Origins of recordings besides the site itself. */
  readonly mediaOrigins?: readonly string[] | undefined;
  /** Origins that forms are sent to besides the site itself. */
  readonly formOrigins?: readonly string[] | undefined;
  /** Allows scripts of a development server on the visitor's own machine. */
  readonly overrides?: boolean;
  /** Allows evaluation, which the hot updates of development servers need. */
  readonly development?: boolean;
  /** The site and its subdomains are served over https only: browsers must use it for a year (RFC 6797). */
  readonly httpsOnly?: boolean;
}

/**
 * The headers of every response of the site, used by the site server and nginx. PayPal's pop-up needs the opener policy
 * (PayPal developer site, "Content Security Policy"). Pages contain no inline scripts. Each composed page narrows this policy
 * by its own (`compose/page-policy.ts`): only a page knows the hashes of its own styles and whether it needs the payment
 * provider.
 */
export function securityHeaders({
  scriptOrigins,
  mediaOrigins = [],
  formOrigins = [],
  overrides = false,
  development = false,
  httpsOnly = false,
}: SecurityOptions): Readonly<Record<string, string>> {
  const loopback = ['http://localhost:*', 'http://127.0.0.1:*'];
  const origins = [...scriptOrigins, ...(overrides ? loopback : [])].join(' ');
  const sockets = overrides ? ' ws://localhost:* ws://127.0.0.1:*' : '';
  const policy = [
    `default-src 'none'`,
    `style-src 'self' 'unsafe-inline'`,
    `script-src 'self' ${origins}${development ? " 'unsafe-eval'" : ''}`,
    `img-src 'self' data: ${origins}`,
    `font-src 'self' ${origins}`,
    `connect-src 'self' ${origins}${sockets}`,
    ['media-src', "'self'", ...mediaOrigins].join(' '),
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `frame-src ${origins || "'none'"}`,
    ['form-action', "'self'", ...formOrigins].join(' '),
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
    ...(httpsOnly && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
}
