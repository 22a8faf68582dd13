import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Somebody who has shown the operators' token. */
export interface OperatorSession {
  /** As they called themselves: what the history will say. */
  readonly who: string;
  /** To be sent with every form, so that no other site can send one in the operator's name. */
  readonly proof: string;
}

export interface OperatorSessions {
  isToken(given: string): boolean;
  /** @returns the value of the session's cookie. */
  begin(who: string): string;
  /** @returns `undefined` for a cookie that is not ours, altered, too old or ended. */
  read(cookie: string | undefined): OperatorSession | undefined;
  isProof(session: OperatorSession, given: string): boolean;
  end(cookie: string | undefined): void;
}

export const SESSION_SECONDS = 8 * 60 * 60;

interface Ticket {
  readonly id: string;
  readonly who: string;
  /** Seconds since 1970. */
  readonly until: number;
}

/** Sessions live in a signed cookie, whose key comes from the token: a changed token ends them all. */
export function createOperatorSessions(token: string, now: () => Date = () => new Date()): OperatorSessions {
  const key = Buffer.from(hkdfSync('sha256', token, '', 'isa operators’ sessions', 32));
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url');
  const seconds = () => Math.floor(now().getTime() / 1000);
  /** Ids of sessions that ended before their time, and when that would have been. */
  const ended = new Map<string, number>();

  function open(cookie: string | undefined): Ticket | undefined {
    const [text = '', signature = ''] = (cookie ?? '').split('.');
    if (!isSame(signature, mac('session', text))) return undefined;
    const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket;
    return ticket.until > seconds() && !ended.has(ticket.id) ? ticket : undefined;
  }

  return {
    isToken: (given) => isSame(given, token),
    begin(who) {
      const ticket: Ticket = { id: randomBytes(16).toString('hex'), who, until: seconds() + SESSION_SECONDS };
      const text = Buffer.from(JSON.stringify(ticket)).toString('base64url');
      return `${text}.${mac('session', text)}`;
    },
    read(cookie) {
      const ticket = open(cookie);
      return ticket && { who: ticket.who, proof: mac('form', ticket.id) };
    },
    isProof: ({ proof }, given) => isSame(given, proof),
    end(cookie) {
      for (const [id, until] of ended) if (until <= seconds()) ended.delete(id);
      const ticket = open(cookie);
      if (ticket) ended.set(ticket.id, ticket.until);
    },
  };
}

/** Takes the same time wherever two texts differ, and however long they are. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
