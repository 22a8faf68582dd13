import type { Server } from 'node:http';
import { type ProblemId, problems } from './problems';

/** What Node tells a listener of `clientError` about a request that never reached a handler. */
interface ParseError extends Error {
  readonly code?: string;
  /** The bytes that could not be parsed. */
  readonly rawPacket?: { toString(encoding: 'latin1'): string };
}

/** How servers behind a proxy that adds headers are started, so that a request that the proxy accepted fits. */
export const BEHIND_A_PROXY = { maxHeaderSize: 32 * 1024 } as const;

/**
 * Ends connections whose client stops sending its request or reading its response.
 * An answer may take longer than that to prepare: a promotion renders pages first.
 * @param stalledMs in milliseconds.
 */
export function endStalledConnections(server: Server, stalledMs: number): void {
  server.timeout = stalledMs;
  server.on('request', (request, response) => {
    // With this listener, Node leaves it to us to end the connection.
    const { socket } = request;
    response.on('timeout', () => {
      if (response.headersSent || !request.complete) socket.destroy();
    });
  });
}

/** A name or an IP address, and a port (RFC 9112 §3.2). */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/** Whether a request names one host that an address can have. Clients of HTTP/1.0 name none. */
export function hasValidHost({ rawHeaders }: { readonly rawHeaders: readonly string[] }): boolean {
  const [host, ...others] = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  if (!host) return others.length === 0;
  return others.length === 0 && HOST.test(host) && URL.canParse(`http://${host}`);
}

/** What a visitor can do, as HTML. */
const advice = {
  'invalid-request': '<p>Please go back and try again.</p>',
  'request-timeout': '<p>Check your connection, then reload the page.</p>',
  'too-large': '<p>Please go back and send less.</p>',
  'address-too-long': '<p>Start at <a href="/">the home page</a>, and follow the links from there.</p>',
  'headers-too-large': `<p>To delete them:</p>
<ol>
<li>Open the settings for this website. In most browsers, use the icon to the left of the address. On an iPhone or
iPad, open Settings, Apps, Safari, Advanced, Website Data.</li>
<li>Choose “Cookies and site data”, and delete the data stored for this website.</li>
<li>Reload this page.</li>
</ol>
<p>Your cart will then be empty, and you will need to log in again. Your orders and your account are not affected.</p>`,
} as const satisfies Partial<Record<ProblemId, string>>;

type RejectionId = keyof typeof advice;

function problemOf({ code, rawPacket }: ParseError): RejectionId {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request-timeout';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'too-large';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'invalid-request';
  // Node counts the address and the headers together; a request line that alone exceeds the limit is an address.
  return /^[A-Z]+ [^\n]{8000}/.test(rawPacket?.toString('latin1') ?? '')
    ? 'address-too-long'
    : 'headers-too-large';
}

/** A page without styles and scripts, because the site's files may be out of reach as well. */
export function rejectionPage(id: RejectionId): string {
  const { title } = problems[id];
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1>
${advice[id]}
</main></body>
</html>
`;
}

/**
 * The complete response to a request that Node refused, for a listener of `clientError`.
 * @param format a page for people, or `application/problem+json` for programs.
 */
export function rejection(error: ParseError, format: 'page' | 'problem'): string {
  const id = problemOf(error);
  const { status, title } = problems[id];
  const [type, body] =
    format === 'page'
      ? ['text/html; charset=utf-8', rejectionPage(id)]
      : [
          'application/problem+json',
          JSON.stringify({ type: `/problems/${id}`, id, title, status, message: title, requestId: 'none' }),
        ];
  const head = [
    `HTTP/1.1 ${status} ${REASONS[id]}`,
    `Content-Type: ${type}`,
    `Content-Length: ${new TextEncoder().encode(body).length}`,
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const REASONS = {
  'invalid-request': 'Bad Request',
  'request-timeout': 'Request Timeout',
  'too-large': 'Content Too Large',
  'address-too-long': 'URI Too Long',
  'headers-too-large': 'Request Header Fields Too Large',
} as const satisfies Record<RejectionId, string>;
