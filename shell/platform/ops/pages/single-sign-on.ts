import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { UserError } from '../../../packages/node/user-error';

export interface SingleSignOn {
  readonly header: string;
  /** Addresses or networks of the proxy: `10.1.2.3`, `10.0.0.0/8`. */
  readonly proxies: readonly string[];
}

/** The networks of the single sign-on proxy: `OPS_SSO_PROXIES`; `undefined` while operators log in with a token. */
export function readSingleSignOnProxies({ OPS_SSO_PROXIES = '' } = process.env) {
  const proxies = OPS_SSO_PROXIES.split(',').map((proxy) => proxy.trim());
  return OPS_SSO_PROXIES ? proxies.filter(Boolean) : undefined;
}

/** Matches a name or an email address. A comma would be a second header, which the proxy did not set. */
const OPERATOR = /^[\w.+@-]{1,60}$/;

/**
 * Identifies operators by the header of a proxy that has logged them in.
 * @returns `refused` for the header of any other address or without a name.
 * @throws UserError when a proxy is not an address.
 */
export function createSingleSignOn({ header, proxies }: SingleSignOn) {
  const trusted = trustedAddresses(proxies);
  return ({ headers, socket }: IncomingMessage): { readonly who: string } | 'refused' | undefined => {
    const who = headers[header.toLowerCase()];
    if (who === undefined) return undefined;
    const address = socket.remoteAddress ?? '';
    const isTrusted = trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    return isTrusted && typeof who === 'string' && OPERATOR.test(who) ? { who } : 'refused';
  };
}

function trustedAddresses(proxies: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits, ...rest] = proxy.split('/');
    const version = isIP(address);
    const size = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    // A network of everybody is refused, because it would trust everybody.
    if (version === 0 || rest.length > 0 || prefix < 1 || prefix > size) {
      throw new UserError(`OPS_SSO_PROXIES: "${proxy}" is not an address or a network such as 10.0.0.0/8.`);
    }
    trusted.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }
  return trusted;
}
