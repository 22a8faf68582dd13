import type { EventSource } from '@isa/api-contract/security-events';
import type { Context } from 'koa';
import { UserError } from '../../../packages/node/user-error';

/** How many proxies in front append the address of their client: `TRUST_PROXY`, 1 by default. @throws UserError */
export function trustedProxies({ TRUST_PROXY = '1' } = process.env): number {
  if (/^(?:\d|10)$/.test(TRUST_PROXY)) return Number(TRUST_PROXY);
  throw new UserError(`TRUST_PROXY="${TRUST_PROXY}" is not a number of proxies from 0 to 10.`);
}

/** The request for the security log: its address, and the id that the proxy gave it. */
export function sourceOf(ctx: Pick<Context, 'ip' | 'get'>): EventSource {
  const requestId = ctx.get('x-request-id');
  return { ip: ctx.ip, requestId: /^[\w-]{8,64}$/.test(requestId) ? requestId : null };
}
