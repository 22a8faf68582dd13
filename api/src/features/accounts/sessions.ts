import { LRUCache } from 'lru-cache';
import { type DataSource, type EntityManager, MoreThan, Not } from 'typeorm';
import type { BackgroundTasks } from '../../platform/jobs';
import { readCausally } from '../../database/causal-read';
import { type Audience, Sessions, type User, Users } from '../../database/entities';
import type { Visitor } from '../../http/context';
import { onForeignKeyError, ProblemError } from '../../http/problem-error';
import { SESSION_MS } from '../../http/session';
import { newToken, tokenHash } from '../../platform/secret-token';
import { voidMailTokens } from './mail-tokens';

/** How long another process may still accept a session that this one has ended: with its last read, less than a second. */
const CACHE_MS = 900;
const CACHE_SIZE = 10_000;

/** How exact the last use of a session is, in milliseconds: writing at each request would make every read a write. */
export const LAST_USE_MS = 60_000;

export type SessionService = ReturnType<typeof createSessions>;

/** Opaque tokens, stored only as hashes. All sessions of a user end together, whatever their audience. */
export function createSessions(
  db: DataSource,
  now: () => Date,
  background: BackgroundTasks,
  audience: Audience = 'site',
) {
  const cache = new LRUCache<string, Visitor>({ max: CACHE_SIZE, ttl: CACHE_MS });
  const rows = db.getRepository(Sessions);

  return {
    /** Starts a session after any login. @throws ProblemError `invalid-credentials` if the password was changed meanwhile */
    async start(
      { id: userId, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
      userAgent: string | undefined,
    ): Promise<{ token: string; expiresAt: Date }> {
      const token = newToken();
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
      const session = {
        userId,
        audience,
        tokenHash: tokenHash(token),
        createdAt,
        lastUsedAt: createdAt,
        expiresAt,
        userAgent: userAgent?.slice(0, 300) ?? null,
      };
      await rows.insert(session).catch(onForeignKeyError('invalid-credentials'));
      // A reset ends all sessions, but not one that began after it with the earlier password or passkey.
      if (!(await db.getRepository(Users).existsBy({ id: userId, passwordHash }))) {
        await rows.delete({ tokenHash: session.tokenHash });
        throw new ProblemError('invalid-credentials');
      }
      return { token, expiresAt };
    },

    /** The visitor of this token, or `undefined` when it is forged, ended or expired. */
    async verify(token: string): Promise<Visitor | undefined> {
      const hash = tokenHash(token);
      const cached = cache.get(hash);
      if (cached && cached.expiresAt > now()) return cached;
      // A session that is not found ends in the browser, so a miss is read again.
      const session = await readCausally(db, (manager) =>
        manager.findOneBy(Sessions, { tokenHash: hash, audience, expiresAt: MoreThan(now()) }),
      );
      const user = session && (await db.getRepository(Users).findOneBy({ id: session.userId }));
      if (!session || !user) return undefined;
      const visitor: Visitor = {
        userId: user.id,
        accountCreatedAt: user.createdAt,
        sessionId: session.id,
        name: user.name,
        expiresAt: session.expiresAt,
      };
      cache.set(hash, visitor);
      const lastUsedAt = now();
      if (lastUsedAt.getTime() - session.lastUsedAt.getTime() >= LAST_USE_MS) {
        background.run(async () => void (await rows.update({ id: session.id }, { lastUsedAt })));
      }
      return visitor;
    },

    async end(token: string): Promise<void> {
      const hash = tokenHash(token);
      await rows.delete({ tokenHash: hash });
      cache.delete(hash);
    },

    async endOne(userId: number, sessionId: number): Promise<boolean> {
      const { affected } = await rows.delete({ id: sessionId, userId });
      for (const [hash, visitor] of cache.entries()) if (visitor.sessionId === sessionId) cache.delete(hash);
      return affected === 1;
    },

    /**
     * Ends all sessions of a user except the given one, and the open forms that would begin a staff view, within the
     * transaction of the cause.
     */
    async endAll(manager: EntityManager, userId: number, exceptSessionId?: number): Promise<void> {
      const except = exceptSessionId === undefined ? {} : { id: Not(exceptSessionId) };
      await manager.delete(Sessions, { userId, ...except });
      await voidMailTokens(manager, userId, ['staff-view'], now());
    },

    /** Removes a user's sessions from the cache. Call it after the transaction of `endAll`. */
    evictUser(userId: number): void {
      for (const [hash, visitor] of cache.entries()) if (visitor.userId === userId) cache.delete(hash);
    },
  };
}
