import type { IncomingMessage } from 'node:http';

/**
 * @returns whether a request names this machine, the address at which it arrived, or the host of one of the
 * origins. Another site can let its own name lead here (DNS rebinding), so that its pages could read what this
 * server answers; but then requests have that name.
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
