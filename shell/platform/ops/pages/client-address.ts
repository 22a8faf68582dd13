import type { IncomingMessage } from 'node:http';
import type { EventSource } from '@isa/api-contract/security-events';

/** The address that proxies on this machine forward; else the connection's. */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  // Each proxy appends the address of its client; the client may have written anything before that.
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const chain = [...forwarded, socket.remoteAddress ?? 'unknown'];
  const isLocal = (address: string) => /^(?:127\.|::1$|::ffff:127\.)/.test(address);
  return chain.findLast((address) => !isLocal(address)) ?? chain[0] ?? 'unknown';
}

/** The request for the security log: its address, and the id that the proxy gave it. */
export function sourceOf(request: IncomingMessage): EventSource {
  const requestId = String(request.headers['x-request-id'] ?? '');
  return { ip: clientAddress(request), requestId: /^[\w-]{8,64}$/.test(requestId) ? requestId : null };
}
