import type { IncomingMessage } from 'node:http';

/** The client's address: the one that a proxy on this machine, such as nginx, forwards; else the connection's. */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  const { remoteAddress = 'unknown' } = socket;
  const isLocalProxy = /^(?:127\.|::1$|::ffff:127\.)/.test(remoteAddress);
  // A proxy appends to the header; the client may have written anything before that.
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return isLocalProxy && forwarded ? forwarded : remoteAddress;
}
