import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** The session of a person who logged in with the operators' token. */
export interface OperatorSession {
  /** The name given at login, for the history. */
  readonly who: string;
  /** Every form contains it, so that another site cannot submit one in the operator's name (CSRF). */
  readonly proof: string;
}

export const SESSION_SECONDS = 8 * 60 * 60;

/** `until` is in seconds since 1970. */
const Ticket = z.object({ id: z.string(), who: z.string(), until: z.number() });

/** Sessions are signed cookies. Their key is derived from the token, so that a changed token ends all of them. */
export function createOperatorSessions(token: string, now: () => Date = () => new Date()) {
  const key = Buffer.from(hkdfSync('sha256', token, '', 'isa operators’ sessions', 32));
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url');
  const seconds = () => Math.floor(now().getTime() / 1000);
  /** Expiry of sessions that were logged out, by id. */
  const revoked = new Map<string, number>();

  function verify(cookie = '') {
    const [text = '', signature = ''] = cookie.split('.');
    if (!isEqual(signature, mac('session', text))) return undefined;
    const ticket = Ticket.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return ticket.until > seconds() && !revoked.has(ticket.id) ? ticket : undefined;
  }

  return {
    isToken: (given: string) => isEqual(given, token),
    isProof: ({ proof }: OperatorSession, given: string) => isEqual(given, proof),
    /** @returns the value of the session's cookie. */
    create(who: string): string {
      const ticket = { id: randomBytes(16).toString('hex'), who, until: seconds() + SESSION_SECONDS };
      const text = Buffer.from(JSON.stringify(ticket)).toString('base64url');
      return `${text}.${mac('session', text)}`;
    },
    /** @returns `undefined` for a cookie that is missing, forged, expired or logged out. */
    read(cookie: string | undefined): OperatorSession | undefined {
      const ticket = verify(cookie);
      return ticket && { who: ticket.who, proof: mac('form', ticket.id) };
    },
    revoke(cookie: string | undefined): void {
      for (const [id, until] of revoked) if (until <= seconds()) revoked.delete(id);
      const ticket = verify(cookie);
      if (ticket) revoked.set(ticket.id, ticket.until);
    },
  };
}

/** Compares in constant time, whatever the lengths. */
function isEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
