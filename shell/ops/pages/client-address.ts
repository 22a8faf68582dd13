import type { IncomingMessage } from 'node:http';

/**
 * The client's address: the one that proxies on this machine, such as nginx and the site server, forward; else the
 * connection's.
 */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  // Each proxy appends the address of its client; the client may have written anything before that.
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const hops = [...forwarded, socket.remoteAddress ?? 'unknown'];
  return hops.findLast((address) => !isLocal(address)) ?? hops[0] ?? 'unknown';
}

function isLocal(address: string): boolean {
  return /^(?:127\.|::1$|::ffff:127\.)/.test(address);
}
