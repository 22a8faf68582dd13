import { z } from 'zod';

/** The id of a customer's account; null when no account is known. */
const account = z.number().int().nullable();
const order = z.number().int();
/** A name that we set: of a limit or a route's pattern, never a requested path. */
const name = z.string().max(120).nullable();
/** The name that an operator gave at login, or that signs changes of the registry. */
const operator = z.string().max(60).nullable();

function event<
  const Name extends string,
  const Result extends readonly [string, ...string[]],
  Fields extends z.core.$ZodShape,
>(what: Name, result: Result, fields: Fields) {
  return z.object({ event: z.literal(what), result: z.enum(result), ...fields });
}

/** The release commands that change releases, the registry or keys. */
export const RELEASE_ACTIONS = [
  'promote',
  'rollback',
  'abort',
  'retire',
  'repair',
  'publish',
  'preview',
  'prune',
  'keygen',
  'trust',
  'revoke',
] as const;

/** Every event of the security log with its fields (`shell/docs/reference/security-events.md`). None can contain a secret or an address. */
export const securityEventSchema = z.discriminatedUnion('event', [
  event('sign-up', ['success', 'refused'], { account }),
  event('sign-up-rejected', ['success'], { account }),
  /** The result `delayed` means that the password was not compared. */
  event('log-in', ['success', 'failure', 'delayed'], {
    account,
    method: z.enum(['password', 'passkey', 'link']),
    knownDevice: z.boolean(),
  }),
  /**
   * The result `failure` means that no account has the address, and `refused` that the account's limit is
   * reached.
   */
  event('log-in-link-requested', ['success', 'failure', 'refused'], { account }),
  event('re-authentication', ['success', 'failure', 'delayed'], {
    account,
    method: z.enum(['password', 'passkey']),
  }),
  /**
   * The result `failure` means that no account has the address, and `refused` that the account's limit is
   * reached.
   */
  event('password-reset-requested', ['success', 'failure', 'refused'], { account }),
  event('password-reset', ['success', 'failure'], { account }),
  event('password-changed', ['success'], { account }),
  event('email-confirmed', ['success', 'failure'], { account }),
  event('email-change-requested', ['success'], { account }),
  /** The result `failure` means that the address belongs to another account. */
  event('email-changed', ['success', 'failure'], { account }),
  event('passkey-added', ['success', 'failure'], { account }),
  event('passkey-removed', ['success'], { account }),
  event('session-ended', ['success'], { account, sessions: z.enum(['one', 'all']) }),
  event('account-exported', ['success'], { account }),
  event('account-deleted', ['success'], { account }),
  event('order-claimed', ['success', 'refused'], { account, order: order.nullable() }),
  /** `refunded` is the sum of all refunds in pence. */
  event('refund-recorded', ['success'], { account, order, refunded: z.number().int() }),
  /** The event is about a lesson without premium access, another customer's order, or a forged link to one. */
  event('access-refused', ['refused'], { account, to: z.enum(['lesson', 'order', 'order-link']) }),
  /** The event is written once per key and period, at the first refusal. */
  event('limit-reached', ['refused'], { account, limit: name }),
  /** The result `failure` means a wrong password, an account without the role, or too many attempts. */
  event('staff-log-in', ['success', 'failure'], {
    account,
    method: z.enum(['password', 'passkey', 'enrolment-link', 'demo-link']),
  }),
  /** A link was made with which the account sets up its authenticator app; `by` is a member of staff. */
  event('enrolment-link', ['success'], { account, by: account }),
  /** A browser began to show releases for staff; `failure` means a form that was forged, used or too old, or whose holder has lost the role. */
  event('staff-view', ['success', 'failure'], { account }),
  event('authenticator-app', ['success', 'failure'], { account }),
  /** A change in the office, by the account of a member of staff. `target`: the path of the form. */
  event('staff-action', ['success', 'refused'], { account, route: name, target: z.string().max(120) }),
  event('wrong-origin', ['refused'], { account, route: name }),
  /** A webhook that the payment provider has not signed. */
  event('invalid-signature', ['refused'], { account, route: name }),
  event('read-token', ['refused'], { account, route: name }),
  event('operator-log-in', ['success', 'failure', 'refused'], { operator }),
  event('operator-log-out', ['success'], { operator }),
  event('operator-form', ['refused'], { operator }),
  event('release-control', ['success', 'refused'], {
    operator,
    action: z.enum(RELEASE_ACTIONS),
    target: z.string().max(120).nullable(),
  }),
]);

/** One event of the security log, before time, network and request id are added. */
export type SecurityEvent = z.infer<typeof securityEventSchema>;

/** The request that caused an event. */
export interface EventSource {
  /** The client's address, of which only the network is written. */
  readonly ip: string;
  readonly requestId: string | null;
}

/**
 * The line of an event in the security log: JSON, ended by a line break. Fields that the event does not have are left out.
 * @param source without it, the event was caused by a job or a command.
 * @throws ZodError
 */
export function securityLine(event: SecurityEvent, source: EventSource | undefined, at: Date): string {
  const { event: what, result, ...fields } = securityEventSchema.parse(event);
  const line = {
    log: 'security',
    time: at.toISOString(),
    event: what,
    result,
    account: null,
    ...fields,
    network: source && isAddress(source.ip) ? networkOf(source.ip) : null,
    requestId: source?.requestId ?? null,
  };
  return `${JSON.stringify(line)}\n`;
}

/** A header that a proxy did not set may contain anything. */
function isAddress(text: string): boolean {
  return /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:]*:[\da-f:.]*(?:%\w+)?)$/i.test(text);
}

/**
 * The networks of a client address by which requests are counted, the narrowest first: the IPv4 address, or the /64 of
 * IPv6, which one household has, and its /48, the most that providers assign to one site (RFC 6177).
 */
export function addressPrefixes(ip: string): readonly [string, ...string[]] {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!address.includes(':')) return [address];
  // The first four of eight groups; `::` stands for omitted zero groups.
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  const prefix = (length: number) => `${groups.slice(0, length / 16).join(':')}::/${length}`;
  return [prefix(64), prefix(48)];
}

/** The IPv4 /24 or the IPv6 /48 of a client address: the site of one customer of a provider, and no single person. */
export function networkOf(ip: string): string {
  const network = addressPrefixes(ip).at(-1) ?? ip;
  return network.includes(':') ? network : network.replace(/\.\d+$/, '.0/24');
}
