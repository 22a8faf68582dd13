import { type DataSource, In, MoreThan } from 'typeorm';
import { KnownDevices, Users } from '../../database/entities';
import type { ApiContext } from '../../http/context';
import { secretCookie } from '../../http/cookies';
import { newToken, tokenHash } from '../../platform/secret-token';

export const DEVICE_LIFE_MS = 180 * 24 * 60 * 60 * 1000;
/** A secret of the browser. It grants nothing: it only avoids delays of the login. */
const deviceSecret = secretCookie('isa-device');

/** The browsers in which customers have logged in. */
export function createKnownDevices(db: DataSource, now: () => Date) {
  const rows = db.getRepository(KnownDevices);

  return {
    async find(ctx: ApiContext, emailKey: string): Promise<number | undefined> {
      const tokens = deviceSecret.values(ctx);
      if (tokens.length === 0) return undefined;
      const user = await db.getRepository(Users).findOneBy({ emailKey });
      const device =
        user &&
        (await rows.findOneBy({
          userId: user.id,
          tokenHash: In(tokens.map(tokenHash)),
          expiresAt: MoreThan(now()),
        }));
      return device?.id;
    },

    /** Makes this browser known after a login. The secret changes each time, so that a copied one ends. */
    async remember(
      ctx: ApiContext,
      { userId, known }: { readonly userId: number; readonly known: boolean },
    ): Promise<void> {
      const token = newToken();
      const expiresAt = new Date(now().getTime() + DEVICE_LIFE_MS);
      const renewed = { tokenHash: tokenHash(token), expiresAt };
      // Other accounts in the same browser share its secret. An expired row would collide with the new one.
      const previous = deviceSecret.values(ctx).map(tokenHash);
      const shared =
        previous.length > 0 ? await rows.findBy({ tokenHash: In(previous), expiresAt: MoreThan(now()) }) : [];
      const owners = new Set<number>();
      for (const row of shared) {
        if (owners.has(row.userId)) await rows.delete({ id: row.id });
        else await rows.update({ id: row.id }, renewed);
        owners.add(row.userId);
      }
      if (!known) await rows.insert({ ...renewed, userId, createdAt: now() });
      deviceSecret.set(ctx, token, expiresAt);
    },
  };
}
