import { type Audience, type User, Users } from '../../database/entities';
import type { AccountDeps } from './deps';
import type { Visitor } from '../../http/context';
import type { RateLimit } from '../../http/limits';
import { ProblemError, required } from '../../http/problem-error';
import type { Assertion } from './passkey-ceremonies';
import { createPasskeys } from './passkeys';
import { recordCheck } from './log-in-delays';

/** The limit that keeps an attacker with a stolen session from guessing the password. */
const passwordChecks: RateLimit = { name: 'password-check', attempts: 10, seconds: 900 };

/** The password or a passkey: exactly one of the two, as the contract's schemas ensure. */
export interface Proof {
  readonly password?: string | undefined;
  readonly passkey?: Assertion | undefined;
}

/**
 * Proof that the account's owner sends a request, besides the session.
 * @param audience of the passkeys.
 * @returns the check, which throws ProblemError `invalid-credentials`, `invalid-passkey`, `passkey-expired`,
 * `not-signed-in`, `too-many-requests`, `busy`
 */
export function createReauthentication(deps: AccountDeps, audience: Audience = 'site') {
  const { db, limits, passwords, security } = deps;
  const passkeys = createPasskeys(deps, audience);

  return async (visitor: Visitor, { password, passkey }: Proof): Promise<User> => {
    const { userId: account } = visitor;
    const method = passkey ? 'passkey' : 'password';
    return recordCheck(
      (result) => security.write({ event: 're-authentication', method, result, account }),
      async () => {
        const undo = await limits.consume(passwordChecks, String(account));
        const user = required(await db.getRepository(Users).findOneBy({ id: account }), 'not-signed-in');
        if (passkey) await passkeys.reauthenticate(visitor, passkey);
        else {
          const matches = await limits.runCounted(undo, () =>
            passwords.matches(password ?? '', user.passwordHash, hashClientOf(user)),
          );
          if (!matches)
            throw new ProblemError('invalid-credentials', { message: 'That is not your password.' });
        }
        return user;
      },
    );
  };
}

export function hashClientOf({ id }: Pick<User, 'id'>): string {
  return `user ${id}`;
}
