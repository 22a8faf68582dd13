import { noModulesOf } from '../formats/host-rules';
import { hashSource } from '../../packages/node/hash-source';
import type { SiteHeaders } from './headers-at';

export interface SecurityOptions {
  readonly scriptOrigins: readonly string[];
  /** Origins of the payment provider's scripts, frames and requests, on the checkout's document only. */
  readonly paymentOrigins?: readonly string[] | undefined;
  readonly mediaOrigins?: readonly string[] | undefined;
  /** Origins that forms are sent to besides the site itself. */
  readonly formOrigins?: readonly string[] | undefined;
  /** Whether scripts of a development server on the visitor's own machine are allowed. */
  readonly overrides?: boolean;
  /** Allows evaluation, which hot updates need, and the checkout in every document. */
  readonly development?: boolean;
  /** Over https only, also for subdomains, which browsers then use for a year (RFC 6797). */
  readonly httpsOnly?: boolean;
}

/** Addresses of developers' own machines. */
const LOOPBACK = ['http://localhost:*', 'http://127.0.0.1:*'];

/** Text cannot become HTML or a script: the shell's policy `default` allows addresses of scripts alone. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types default";

/** Only the checkout has an inline script. Prerendered pages narrow it (`prerender/page-policy.ts`). */
export function securityHeaders(options: SecurityOptions): SiteHeaders {
  const { overrides = false, development = false, paymentOrigins = [], httpsOnly = false } = options;
  const common = {
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), picture-in-picture=()',
    ...(httpsOnly && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
  const policy = contentPolicy(options, development ? paymentOrigins : []);
  // Neither a development server's scripts nor the payment provider's have hashes, or use Trusted Types.
  const usual =
    overrides || development
      ? { 'Content-Security-Policy': policy }
      : {
          'Content-Security-Policy': `${policy}; ${TRUSTED_TYPES}`,
          'Integrity-Policy': 'blocked-destinations=(script)',
        };
  return {
    usual: { ...usual, ...common },
    checkout: {
      'Content-Security-Policy': contentPolicy(
        options,
        paymentOrigins,
        options.scriptOrigins.map((origin) => hashSource(noModulesOf(origin))),
      ),
      ...common,
    },
  };
}

/** PayPal's buttons also need its scripts' origins for frames (PayPal, "Content Security Policy"). */
function contentPolicy(
  options: SecurityOptions,
  payment: readonly string[],
  inlineScripts: readonly string[] = [],
): string {
  const { scriptOrigins, mediaOrigins = [], formOrigins = [], overrides, development } = options;
  const origins = ["'self'", ...scriptOrigins, ...payment, ...(overrides ? LOOPBACK : [])].join(' ');
  const sockets = overrides ? ' ws://localhost:* ws://127.0.0.1:*' : '';
  return [
    `default-src 'none'`,
    `style-src 'self' 'unsafe-inline'`,
    `script-src ${[origins, ...inlineScripts].join(' ')}${development ? " 'unsafe-eval'" : ''}`,
    `img-src ${origins} data:`,
    `font-src ${origins}`,
    `connect-src ${origins}${sockets}`,
    ["media-src 'self'", ...mediaOrigins].join(' '),
    `manifest-src 'self'`,
    `worker-src 'none'`,
    `frame-src ${payment.join(' ') || "'none'"}`,
    ["form-action 'self'", ...formOrigins].join(' '),
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
