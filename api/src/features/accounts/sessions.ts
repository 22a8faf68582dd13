import { LRUCache } from 'lru-cache';
import { type DataSource, type EntityManager, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { Sessions, Users } from '../../database/entities';
import type { Visitor } from '../../http/context';
import { SESSION_MS } from '../../http/session';
import { newToken, tokenHash } from './secret-token';

/** How long another process may go on believing in a session that this one has ended. */
const CACHE_MS = 5_000;
const CACHE_SIZE = 10_000;

export interface StartedSession {
  readonly token: string;
  readonly expiresAt: Date;
}

export type SessionService = ReturnType<typeof createSessions>;

/** Log ins: opaque tokens that only their owner holds, known to the database by their hash. */
export function createSessions(db: DataSource, now: () => Date) {
  const cache = new LRUCache<string, Visitor>({ max: CACHE_SIZE, ttl: CACHE_MS });
  const rows = db.getRepository(Sessions);

  function forget(matches: (visitor: Visitor) => boolean): void {
    for (const [hash, visitor] of cache.entries()) if (matches(visitor)) cache.delete(hash);
  }

  return {
    /** Starts a session that ends by itself after 0.1 day. */
    async start(userId: number, userAgent: string | undefined): Promise<StartedSession> {
      const token = newToken();
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
      await rows.insert({
        userId,
        tokenHash: tokenHash(token),
        createdAt,
        expiresAt,
        userAgent: userAgent?.slice(0, 300) ?? null,
      });
      return { token, expiresAt };
    },

    /** Who holds this token, or `undefined` when it is forged, ended or out of date. */
    async verify(token: string): Promise<Visitor | undefined> {
      const hash = tokenHash(token);
      const cached = cache.get(hash);
      if (cached && cached.expiresAt > now()) return cached;
      const session = await rows.findOneBy({ tokenHash: hash, expiresAt: MoreThan(now()) });
      const user = session && (await db.getRepository(Users).findOneBy({ id: session.userId }));
      if (!session || !user) return undefined;
      const visitor: Visitor = {
        userId: user.id,
        sessionId: session.id,
        name: user.name,
        email: user.email,
        expiresAt: session.expiresAt,
      };
      cache.set(hash, visitor);
      return visitor;
    },

    /** Ends the session of this token, if there is one. */
    async end(token: string): Promise<void> {
      const hash = tokenHash(token);
      await rows.delete({ tokenHash: hash });
      cache.delete(hash);
    },

    /** Ends all sessions of a user within the transaction that gives the reason, but for one if it is named. */
    async endAll(manager: EntityManager, userId: number, exceptSessionId?: number): Promise<void> {
      await manager.delete(Sessions, {
        userId,
        ...(exceptSessionId === undefined ? {} : { id: Not(exceptSessionId) }),
      });
    },

    /** To be called once that transaction is committed. */
    forgetUser(userId: number): void {
      forget((visitor) => visitor.userId === userId);
    },

    /** Removes rows whose time is over. */
    async sweep(): Promise<void> {
      await rows.delete({ expiresAt: LessThanOrEqual(now()) });
    },
  };
}
