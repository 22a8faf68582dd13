import { createHmac, timingSafeEqual } from 'node:crypto';
import { type EntityManager, MoreThan, Not } from 'typeorm';
import { type VideoTicket, VideoTickets } from '../../database/entities';
import { isDuplicate, isMissingReference } from '../../database/errors';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Visitor } from '../../http/context';
import { ProblemError } from '../../http/problem-error';

/** Design §6: a ticket is good for a quarter of an hour and is prolonged while its video plays. */
export const TICKET_MS = 15 * 60 * 1000;
/** Sessions that may hold tickets at one time: a household's devices, but not a classroom's. */
export const MAX_WATCHING_SESSIONS = 3;

const SHAPE = /^v1\.([1-9]\d{0,14})\.([\w-]{43})$/;

export interface IssuedTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

/**
 * Tickets for videos. The text of a ticket is its row's number and a signature over number, customer and
 * lesson, so it can be neither guessed nor moved to another lesson, and asking again gives the same text:
 * a player that renews its ticket keeps the video's address and what it has buffered.
 */
export function createTickets({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>) {
  function sign({ id, userId, lessonId }: Pick<VideoTicket, 'id' | 'userId' | 'lessonId'>): string {
    const signature = createHmac('sha256', env.secret).update(`video-ticket:${id}:${userId}:${lessonId}`);
    return `v1.${id}.${signature.digest('base64url')}`;
  }

  /**
   * The ticket of a session for a lesson, new or prolonged. The caller has checked the right to it.
   * @throws ProblemError `too-many-requests` when the customer watches in too many sessions already.
   */
  async function issue(visitor: Visitor, lessonId: number): Promise<IssuedTicket> {
    try {
      return await transaction(db, (manager) => issueWithin(manager, visitor, lessonId));
    } catch (error) {
      // Two tabs asked at the same time, and the other one's ticket is there by now.
      if (isDuplicate(error)) return transaction(db, (manager) => issueWithin(manager, visitor, lessonId));
      if (isMissingReference(error)) throw new ProblemError('not-signed-in', { cause: error });
      throw error;
    }
  }

  async function issueWithin(
    manager: EntityManager,
    visitor: Visitor,
    lessonId: number,
  ): Promise<IssuedTicket> {
    const { userId, sessionId } = visitor;
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + TICKET_MS);
    await refuseCrowds(manager, visitor, createdAt);
    const known = await manager.findOneBy(VideoTickets, { sessionId, lessonId });
    if (known && known.expiresAt > createdAt) {
      await manager.update(VideoTickets, { id: known.id }, { expiresAt });
      return { ticket: sign(known), expiresAt };
    }
    // An expired ticket's text may be lying about somewhere: it must not come to life again.
    if (known) await manager.delete(VideoTickets, { id: known.id });
    const row = await manager.save(VideoTickets, { userId, sessionId, lessonId, createdAt, expiresAt });
    return { ticket: sign(row), expiresAt };
  }

  /** Who a ticket for this lesson was issued to; `undefined` when it is forged, expired or another lesson's. */
  async function holder(ticket: string, lessonId: number): Promise<number | undefined> {
    const [, id] = SHAPE.exec(ticket) ?? [];
    if (id === undefined) return undefined;
    const row = await db.getRepository(VideoTickets).findOneBy({ id: Number(id), lessonId });
    if (!row || row.expiresAt <= now()) return undefined;
    return timingSafeEqual(Buffer.from(sign(row)), Buffer.from(ticket)) ? row.userId : undefined;
  }

  return { issue, holder };
}

export type Tickets = ReturnType<typeof createTickets>;

/** True for what looks like a ticket and not like a session's token. */
export function isTicket(token: string): boolean {
  return SHAPE.test(token);
}

async function refuseCrowds(
  manager: EntityManager,
  { userId, sessionId }: Visitor,
  now: Date,
): Promise<void> {
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
