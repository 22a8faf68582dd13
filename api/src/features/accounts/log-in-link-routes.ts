import { emailKey } from '@isa/api-contract';
import { type User, Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { writeMail } from '../../emails/outbox';
import { type ApiRouter, createRouter } from '../../http/context';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { ProblemError, required } from '../../http/problem-error';
import { secretCookie } from '../../http/cookies';
import { newToken } from '../../platform/secret-token';
import { createAccounts } from './accounts';
import { beginSession } from './begin-session';
import type { AccountDeps } from './deps';
import { issueMailToken, LINK_LIFE_MS, takeMailToken } from './mail-tokens';
import { logInLinkMail } from './mails';

const MINUTE = 60;
const requests: RateLimit = { name: 'login-link', attempts: 10, seconds: 15 * MINUTE };
const mailsPerAccount: RateLimit = { name: 'login-link-account', attempts: 3, seconds: 15 * MINUTE };
const uses: RateLimit = { name: 'mail-link', attempts: 20, seconds: 15 * MINUTE };

/** The secret of the browser that asked for a link, which works only with it. */
const browserSecret = secretCookie('isa-login-link');

/** Login by a link in a mail, for owners who must wait before they can try their password on a new device (decision 0035). */
export function logInLinkRoutes(deps: AccountDeps): ApiRouter {
  const { background, db, env, knownDevices, limits, now, security } = deps;
  const accounts = createAccounts(deps);
  const router = createRouter();

  /** Mails a link, if the address belongs to an account. @param browser its secret. */
  async function send(email: string, browser: string): Promise<void> {
    const user = await db.getRepository(Users).findOneBy({ emailKey: emailKey(email) });
    const account = user?.id ?? null;
    security.write({ event: 'log-in-link-requested', result: user ? 'success' : 'failure', account });
    if (!user) return;
    // A stranger may have signed up with the address and know the password: a reset takes the account from them.
    if (!user.emailVerifiedAt) return accounts.sendResetLink(email);
    await transaction(db, async (manager) => {
      const token = await issueMailToken(manager, user.id, 'log-in', now(), { browser });
      await writeMail(manager, logInLinkMail(user, env.siteOrigin, token), { env, now });
    });
  }

  /** Uses up the link. @throws ProblemError `other-browser`, `link-expired` */
  async function use(token: string, browsers: readonly string[]): Promise<User> {
    if (browsers.length === 0) throw new ProblemError('other-browser');
    const bound = browsers.map((browser) => token + browser);
    return required(await takeMailToken(db, bound, 'log-in', now()), 'link-expired');
  }

  mount(router, 'sendLogInLink', [limits.perAddress(requests)], ({ body: { email }, ctx }) => {
    // The secret stays the same, so that an earlier mail's link still works.
    const [browser = newToken()] = browserSecret.values(ctx);
    browserSecret.set(ctx, browser, new Date(now().getTime() + LINK_LIFE_MS['log-in']));
    // The work is done in the background, and without an error beyond the account's limit, so that neither the
    // response nor its time reveals whether the account exists.
    background.run(async () => {
      if (await limits.tryConsume(mailsPerAccount, emailKey(email))) await send(email, browser);
      else security.write({ event: 'log-in-link-requested', result: 'refused', account: null });
    });
    return { message: 'If there is an account with this address, an email with a link is on its way.' };
  });

  mount(router, 'linkLogIn', [limits.perAddress(uses)], async ({ body: { link, remember }, ctx }) => {
    const logIn = { event: 'log-in', method: 'link' } as const;
    const user = await use(link, browserSecret.values(ctx)).catch((error: unknown) => {
      security.write({ ...logIn, knownDevice: false, result: 'failure', account: null });
      throw error;
    });
    const known = (await knownDevices.find(ctx, user.emailKey)) !== undefined;
    security.write({ ...logIn, knownDevice: known, result: 'success', account: user.id });
    const { expiresAt } = await beginSession(ctx, deps, { user, known, remember });
    browserSecret.clear(ctx);
    return { expiresAt };
  });

  return router;
}
