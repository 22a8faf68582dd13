import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isThisMachine } from '@isa/api-contract/networks';
import { ConfigurationError } from './env';

/** The file of the only authority that the server's certificate may have, as in `…?ca=/etc/isa/database-ca.pem`. */
const AUTHORITY = 'ca';
/** No option of an address may weaken TLS; ioredis reads the version of IP. */
const OPTIONS = [AUTHORITY, 'family'];

/**
 * How a database or Redis is reached: without TLS on this machine, elsewhere only with a verified certificate.
 * @param variable contains the address.
 * @throws ConfigurationError when the server's identity could not be verified.
 */
export function serverAt(variable: string, address: string) {
  const url = new URL(address);
  const unknown = [...url.searchParams.keys()].find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new ConfigurationError(`${variable} has the unknown option ${unknown}.`);
  const file = url.searchParams.get(AUTHORITY);
  url.searchParams.delete(AUTHORITY);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  if (file === null && isThisMachine(hostname)) return { address: url.href };
  if (isIP(hostname) > 0 && !isThisMachine(hostname)) {
    throw new ConfigurationError(
      `${variable} contains an IP address, but the server's certificate is compared with a name: use the name.`,
    );
  }
  return { address: url.href, tls: file === null ? {} : { ca: readAuthority(variable, file) } };
}

function readAuthority(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigurationError(`${variable} names the authority ${file}, which cannot be read.`);
  }
}
