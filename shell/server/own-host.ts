import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names this machine or one of the origins. A site whose name leads here (DNS rebinding)
 * could otherwise read what this server answers.
 */
export function isOwnHost({ headers, socket }: IncomingMessage, origins: readonly string[]): boolean {
  const address = `http://${headers.host ?? ''}`;
  if (!URL.canParse(address)) return false;
  const hostname = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return (
    /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|::1)$/.test(hostname) ||
    hostname === socket.localAddress?.replace(/^::ffff:/, '') ||
    origins.some((origin) => new URL(origin).hostname === hostname)
  );
}
