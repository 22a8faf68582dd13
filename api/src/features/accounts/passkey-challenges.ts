import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { PasskeyChallenges, type PasskeyPurpose } from '../../database/entities';
import { isMissingReference } from '../../database/errors';
import type { AccountDeps } from './deps';
import { ProblemError } from '../../http/problem-error';
import { tokenHash } from '../../platform/secret-token';

/** How long a challenge is valid, and how long the browser waits for the customer. */
export const CHALLENGE_MS = 5 * 60 * 1000;

/** The random values that authenticators sign, as rows, so that each one counts once on all processes. */
export function createPasskeyChallenges({ db, now }: Pick<AccountDeps, 'db' | 'now'>) {
  const rows = db.getRepository(PasskeyChallenges);

  return {
    /** @param sessionId the only session that may use it; none before a log-in. @throws ProblemError `not-signed-in` */
    async save(challenge: string, purpose: PasskeyPurpose, sessionId: number | undefined): Promise<void> {
      const expiresAt = new Date(now().getTime() + CHALLENGE_MS);
      try {
        await rows.insert({
          challengeHash: tokenHash(challenge),
          purpose,
          sessionId: sessionId ?? null,
          expiresAt,
        });
      } catch (error) {
        if (isMissingReference(error)) throw new ProblemError('not-signed-in', { cause: error });
        throw error;
      }
    },

    /** Uses a challenge up. @throws ProblemError `passkey-expired` unless it was valid for this purpose and session. */
    async use(
      challenge: string,
      purpose: PasskeyPurpose,
      sessionId: number | undefined,
      manager: EntityManager = db.manager,
    ): Promise<void> {
      const { affected } = await manager.delete(PasskeyChallenges, {
        challengeHash: tokenHash(challenge),
        purpose,
        sessionId: sessionId ?? IsNull(),
        expiresAt: MoreThan(now()),
      });
      if (affected !== 1) throw new ProblemError('passkey-expired');
    },
  };
}
