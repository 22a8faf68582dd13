import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { SERVED_RELEASES_FILE } from '../../formats/composition';
import { failure, type Finding, ok, warning } from './finding';

const WAIT_MS = 5_000;
/** Certificates are renewed a month before their end. */
const RENEWED_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whether the API may get requests. */
export async function apiFinding(origin: string): Promise<Finding> {
  try {
    const { status } = await fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(WAIT_MS) });
    if (status === 200) return ok('role web', `${origin} is ready`);
    return failure(
      'role web',
      `${origin} is not ready: it answers ${status}`,
      'see the lines about the database',
    );
  } catch {
    return failure('role web', `${origin} does not respond`, 'start the role web, or set API_ORIGIN');
  }
}

/** Whether visitors get a composed site. */
export async function siteFinding(origin: string): Promise<Finding> {
  const mend = 'check nginx or the role site, and the name’s address';
  try {
    const address = `${origin}/${SERVED_RELEASES_FILE}`;
    const { status } = await fetch(address, { signal: AbortSignal.timeout(WAIT_MS) });
    if (status === 200) return ok('site', `${origin} responds`);
    return failure('site', `${address} answers ${status}`, mend);
  } catch {
    return failure('site', `${origin} does not respond`, mend);
  }
}

/** Whether a certificate is accepted, and when it ends. @param ca instead of the authorities that Node trusts. */
export async function certificateFinding(
  origin: string,
  { ca, now = Date.now() }: { readonly ca?: string; readonly now?: number } = {},
): Promise<Finding> {
  const { protocol, hostname, port } = new URL(origin);
  const subject = `certificate of ${hostname}`;
  if (protocol !== 'https:') return ok(subject, 'none: the origin is plain http');
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    // An IP address is not a server name (RFC 6066 §3); Node 26 refuses it.
    servername: isIP(hostname) ? '' : hostname,
    ...(ca && { ca }),
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(WAIT_MS) });
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now) / DAY_MS);
    if (days >= RENEWED_DAYS) return ok(subject, `it is valid for ${days} days`);
    return warning(subject, `it ends in ${days} days`, 'renew it, and reload nginx');
  } catch (error) {
    return failure(subject, error, 'renew it, or check the name’s address and nginx');
  } finally {
    socket.destroy();
  }
}
