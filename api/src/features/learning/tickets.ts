import { type EntityManager, MoreThan, Not } from 'typeorm';
import { type VideoTicket, VideoTickets } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { AccountDeps } from '../accounts/deps';
import type { Visitor } from '../../http/context';
import { onForeignKeyError, ProblemError } from '../../http/problem-error';
import { createSignedLink, isSignedLink } from '../../platform/secret-token';
import { isDuplicate } from '../../database/errors';

/** How long a ticket is valid (design §6); it is renewed while its video plays. */
export const TICKET_MS = 15 * 60 * 1000;
/** Sessions that may hold tickets at a time: enough for a household's devices, too few for a classroom's. */
const MAX_WATCHING_SESSIONS = 3;

const FORMAT = /^v1\.([1-9]\d{0,14})\.([\w-]{43})$/;

type SignedTicket = Pick<VideoTicket, 'id' | 'userId' | 'lessonId'>;

const signedRow = ({ id, userId, lessonId }: SignedTicket) => ({
  id,
  subject: `video-ticket:${id}:${userId}:${lessonId}`,
});

/**
 * A ticket is its row's id and a signature over id, customer and lesson. A renewed one has the same text: the
 * player keeps the video's URL and its buffer.
 */
export function createTickets({ db, env, now }: Pick<AccountDeps, 'db' | 'env' | 'now'>) {
  const sign = (row: SignedTicket) => `v1.${createSignedLink(signedRow(row), env.secret)}`;

  /** A new or renewed ticket; the caller has checked the access. @throws ProblemError `too-many-requests`, `not-signed-in` */
  function issue(visitor: Visitor, lessonId: number) {
    const { userId, sessionId } = visitor;
    const issueWithin = async (manager: EntityManager) => {
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + TICKET_MS);
      await enforceSessionLimit(manager, visitor, createdAt);
      const existing = await manager.findOneBy(VideoTickets, { sessionId, lessonId });
      if (existing && existing.expiresAt > createdAt) {
        await manager.update(VideoTickets, { id: existing.id }, { expiresAt });
        return { ticket: sign(existing), expiresAt };
      }
      // An expired ticket may have leaked: it must not become valid again.
      if (existing) await manager.delete(VideoTickets, { id: existing.id });
      const row = await manager.save(VideoTickets, { userId, sessionId, lessonId, createdAt, expiresAt });
      return { ticket: sign(row), expiresAt };
    };
    return retryForSession(() => transaction(db, issueWithin));
  }

  /** The customer of a ticket; `undefined` when it is forged, expired or for another lesson. */
  async function holder(ticket: string, lessonId: number): Promise<number | undefined> {
    const [, id] = FORMAT.exec(ticket) ?? [];
    if (id === undefined) return undefined;
    const row = await db.getRepository(VideoTickets).findOneBy({ id: Number(id), lessonId });
    if (!row || row.expiresAt <= now()) return undefined;
    return isSignedLink(ticket.slice('v1.'.length), signedRow(row), env.secrets) ? row.userId : undefined;
  }

  return { issue, holder };
}

export function isTicket(token: string): boolean {
  return FORMAT.test(token);
}

/** @throws ProblemError `too-many-requests` */
async function enforceSessionLimit(manager: EntityManager, { userId, sessionId }: Visitor, now: Date) {
  const others = await manager.find(VideoTickets, {
    where: { userId, sessionId: Not(sessionId), expiresAt: MoreThan(now) },
    select: { sessionId: true, expiresAt: true },
  });
  if (new Set(others.map((other) => other.sessionId)).size < MAX_WATCHING_SESSIONS) return;
  const soonest = Math.min(...others.map(({ expiresAt }) => expiresAt.getTime()));
  throw new ProblemError('too-many-requests', {
    message: 'Your course is playing on several other devices. Stop it there, or try again in a few minutes.',
    retryAfterSeconds: Math.max(1, (soonest - now.getTime()) / 1000),
  });
}

/** Repeats `work` when a concurrent request inserted its row. @throws ProblemError `not-signed-in` for deleted sessions */
export async function retryForSession<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    return isDuplicate(error) ? work() : onForeignKeyError('not-signed-in')(error);
  }
}
