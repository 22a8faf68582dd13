import { type DataSource, type EntityManager, MoreThan } from 'typeorm';
import { KnownDevices, Users } from '../../database/entities';
import type { ApiContext } from '../../http/context';
import { cookieOptions } from '../../http/session';
import { newToken, tokenHash } from '../../platform/secret-token';

/** The cookie with a secret of the browser. It grants nothing: it only avoids delays of the log-in. */
const COOKIE = 'isa-device';
export const DEVICE_LIFE_MS = 180 * 24 * 60 * 60 * 1000;

/** The browsers in which customers have logged in. */
export function createKnownDevices(db: DataSource, now: () => Date) {
  const rows = db.getRepository(KnownDevices);

  return {
    async find(ctx: ApiContext, emailKey: string): Promise<number | undefined> {
      const token = cookieOf(ctx);
      if (token === undefined) return undefined;
      const user = await db.getRepository(Users).findOneBy({ emailKey });
      const device =
        user &&
        (await rows.findOneBy({ userId: user.id, tokenHash: tokenHash(token), expiresAt: MoreThan(now()) }));
      return device?.id;
    },

    /** Makes this browser known after a log-in. The secret changes each time, so that a copied one ends. */
    async remember(
      ctx: ApiContext,
      siteOrigin: string,
      { userId, known }: { readonly userId: number; readonly known: boolean },
    ): Promise<void> {
      const [previous, token] = [cookieOf(ctx), newToken()];
      const expiresAt = new Date(now().getTime() + DEVICE_LIFE_MS);
      const renewed = { tokenHash: tokenHash(token), expiresAt };
      // Other accounts in the same browser share its secret.
      if (previous !== undefined) await rows.update({ tokenHash: tokenHash(previous) }, renewed);
      if (!known) await rows.insert({ ...renewed, userId, createdAt: now() });
      const options = { ...cookieOptions(ctx, siteOrigin), path: '/api', httpOnly: true };
      ctx.cookies.set(COOKIE, token, { ...options, maxAge: DEVICE_LIFE_MS });
    },

    async forgetAll(manager: EntityManager, userId: number): Promise<void> {
      await manager.delete(KnownDevices, { userId });
    },
  };
}

function cookieOf(ctx: ApiContext): string | undefined {
  const token = ctx.cookies.get(COOKIE);
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}
