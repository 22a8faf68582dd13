import { type DataSource, MoreThan } from 'typeorm';
import { KnownDevices, Users } from '../../database/entities';
import type { ApiContext } from '../../http/context';
import { secretCookie } from '../../http/session';
import { newToken, tokenHash } from '../../platform/secret-token';

export const DEVICE_LIFE_MS = 180 * 24 * 60 * 60 * 1000;
/** A secret of the browser. It grants nothing: it only avoids delays of the log-in. */
const deviceSecret = secretCookie('isa-device', DEVICE_LIFE_MS);

/** The browsers in which customers have logged in. */
export function createKnownDevices(db: DataSource, now: () => Date) {
  const rows = db.getRepository(KnownDevices);

  return {
    async find(ctx: ApiContext, emailKey: string): Promise<number | undefined> {
      const token = deviceSecret.read(ctx);
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
      const [previous, token] = [deviceSecret.read(ctx), newToken()];
      const expiresAt = new Date(now().getTime() + DEVICE_LIFE_MS);
      const renewed = { tokenHash: tokenHash(token), expiresAt };
      // Other accounts in the same browser share its secret. An expired row would collide with the new one.
      if (previous !== undefined) {
        await rows.update({ tokenHash: tokenHash(previous), expiresAt: MoreThan(now()) }, renewed);
      }
      if (!known) await rows.insert({ ...renewed, userId, createdAt: now() });
      deviceSecret.set(ctx, siteOrigin, token);
    },
  };
}
