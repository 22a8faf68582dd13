import { assertionSchema } from '@isa/api-contract/schemas';
import { addressPrefixes } from '@isa/api-contract/security-events';
import { nextPath } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { z } from 'zod';
import { Passkeys, Staff, type User } from '../database/entities';
import { createAccounts } from '../features/accounts/accounts';
import type { AccountDeps } from '../features/accounts/deps';
import { findMailToken } from '../features/accounts/mail-tokens';
import type { Assertion, RequestOptions } from '../features/accounts/passkey-ceremonies';
import { passkeyChallenges } from '../features/accounts/passkey-routes';
import { createPasskeys } from '../features/accounts/passkeys';
import { createReauthentication } from '../features/accounts/reauthentication';
import { type ApiContext, type ApiRouter, createRouter, type Visitor } from '../http/context';
import { secretCookie } from '../http/cookies';
import { input } from '../http/form-fields';
import { html } from '../http/html';
import type { RateLimit } from '../http/limits';
import { ProblemError, required } from '../http/problem-error';
import { acceptForms, readBody } from '../http/read-body';
import { firstLive, isRecent, isSameOrigin, tokensOf, visitorOf } from '../http/session';
import { createDrafts } from './drafts';
import { type Form, formElement, readForm } from './forms';
import { seeOther, sendOfficePage } from './layout';
import { type AuthenticatorAppService, codeField, codeInput } from './log-in/authenticator-apps';
import { addEnrolment } from './log-in/enrolment';
import { userOfDemoLink } from './people/staff';
import type { OfficeProof, OfficeSession } from './office-session';
import { passkeyButton, passkeyField } from './passkey-button';

const logIns: RateLimit = { name: 'office-login', attempts: 10, seconds: 60 };
/** Links cannot be guessed; failed logins from the same network do not keep their owners out. */
const links: RateLimit = { name: 'office-link', attempts: 30, seconds: 60 };

const logInSchema = z.object({
  email: z.string().max(1000).default(''),
  password: z.string().max(1000).default(''),
  code: codeField,
  passkey: passkeyField(assertionSchema).optional(),
  next: z.string().max(500).default('/'),
});

/** The path of the login, as on the site; `nextPath` leads nobody back to it. */
const LOG_IN = paths.login();

const cookie = secretCookie('isa-office');

/**
 * Sessions of staff: valid only on the office's origin, for accounts with the role `staff`, after a passkey, or a
 * password and a one-time code (decision 0470).
 * @param deps with the sessions of the office.
 * @param site the sessions of customers, to whom the office does not exist.
 */
export function createOfficeSession(
  deps: AccountDeps,
  apps: AuthenticatorAppService,
  site: AccountDeps['sessions'],
): OfficeSession {
  const { db, env, limits, now, security, sessions } = deps;
  const accounts = createAccounts(deps);
  const passkeys = createPasskeys(deps, 'office');
  const reauthenticate = createReauthentication(deps, 'office');

  const drafts = createDrafts(deps);

  const isStaff = (userId: number) => db.getRepository(Staff).existsBy({ userId });

  /**
   * @param isCurrent whether what the login has proved is still the member's: a change ends all sessions, but not
   * one that begins after it.
   */
  async function start(ctx: ApiContext, user: User, isCurrent: () => Promise<boolean>): Promise<Visitor> {
    const { token, expiresAt } = await sessions.start(user, ctx.get('User-Agent') || undefined);
    if (!(await isCurrent())) {
      await sessions.end(token);
      throw new ProblemError('invalid-credentials');
    }
    for (const previous of cookie.values(ctx)) await sessions.end(previous);
    cookie.set(ctx, token, expiresAt);
    return required(await sessions.verify(token), 'not-signed-in');
  }

  const stillHas =
    (user: User, { id }: Assertion) =>
    (): Promise<boolean> =>
      db.getRepository(Passkeys).existsBy({ userId: user.id, credentialId: id, audience: 'office' });

  /** @returns the options unless too many were requested; without them the password remains. */
  async function limitedOptions(consume: Promise<unknown>, options: () => Promise<RequestOptions>) {
    try {
      await consume;
    } catch (error) {
      if (error instanceof ProblemError && error.id === 'too-many-requests') return undefined;
      throw error;
    }
    return options();
  }

  async function showLogIn(ctx: ApiContext, next: string, form: Partial<Form> = {}): Promise<void> {
    const shown = { key: '', writer: '', values: {}, errors: {}, ...form };
    const consume = limits.consumeAddress(passkeyChallenges, ctx);
    const options = await limitedOptions(consume, () => passkeys.logInOptions());
    const content = html`<input type="hidden" name="next" value="${next}" />
      ${input(shown, { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', required: true })}
      ${input(shown, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', required: true, keep: false })}
      ${codeInput(shown, 'One-time code', { hint: 'Six digits from your authenticator app.' })}`;
    const body = html`<p>
        For the academy’s staff. Customers log in on <a href="${env.siteOrigin}${paths.login()}">the site</a>.
      </p>
      ${
        !env.production &&
        html`<p class="notice">
          In development, the link that <code>npm start</code> printed opens the office with one click.
        </p>`
      }
      ${formElement(shown, 'Log in', content)}
      ${
        options &&
        html`<form class="actions" method="post">
          <input type="hidden" name="next" value="${next}" />
          ${passkeyButton(options, 'Use a passkey')}
        </form>`
      }
      <p class="quiet">
        Lost or changed your phone? Ask another member of staff for a link to set up your login.
      </p>`;
    sendOfficePage(ctx, { title: 'Log in', body });
  }

  /** @throws ProblemError `invalid-credentials`, `invalid-passkey`, `too-many-requests`, `busy` and others */
  async function authenticate(
    ctx: ApiContext,
    { email, password, code, passkey }: Omit<z.output<typeof logInSchema>, 'next'>,
  ): Promise<User> {
    const undo = await limits.consumeAddress(logIns, ctx);
    const source = { prefixes: addressPrefixes(ctx.ip) };
    const user = passkey
      ? await passkeys.logIn(await passkeys.find(passkey), passkey)
      : await limits.runCounted(undo, () => accounts.logIn(email, password, source));
    // The answer is the same as for a wrong password, so that it does not tell who is a member of staff.
    if (user.emailVerifiedAt === null || !(await isStaff(user.id)))
      throw new ProblemError(passkey ? 'invalid-passkey' : 'invalid-credentials');
    const isCurrent = passkey ? stillHas(user, passkey) : await apps.use(user.id, code);
    await start(ctx, user, isCurrent);
    return user;
  }

  async function logIn(ctx: ApiContext): Promise<void> {
    const { data } = logInSchema.safeParse(ctx.request.body ?? {});
    const { next, ...proof } = required(data, 'invalid-request');
    const method = proof.passkey ? 'passkey' : 'password';
    try {
      const user = await authenticate(ctx, proof);
      security.write({ event: 'staff-log-in', method, result: 'success', account: user.id });
      seeOther(ctx, nextPath(new URLSearchParams({ next })));
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status >= 500) throw error;
      security.write({ event: 'staff-log-in', method, result: 'failure', account: null });
      const message =
        error.id === 'invalid-credentials'
          ? 'The email, the password or the code is not right. A code works once: if you have just used it, wait for the next one.'
          : error.message;
      await showLogIn(ctx, next, { values: { email: proof.email }, message });
      ctx.status = error.status;
      if (error.retryAfterSeconds !== undefined)
        ctx.set('Retry-After', String(Math.ceil(error.retryAfterSeconds)));
    }
  }

  const logInRouter: ApiRouter = createRouter();
  logInRouter.get(LOG_IN, (ctx) => showLogIn(ctx, String(ctx.query['next'] ?? '/')));
  logInRouter.post(LOG_IN, acceptForms, readBody, logIn);
  logInRouter.post('/logout', async (ctx) => {
    const tokens = cookie.values(ctx);
    const visitor = await firstLive(deps, tokens);
    for (const token of tokens) await sessions.end(token);
    if (visitor)
      security.write({ event: 'session-ended', result: 'success', account: visitor.userId, sessions: 'one' });
    cookie.clear(ctx);
    // What was typed and not saved stays with the tab.
    ctx.set('Clear-Site-Data', '"storage"');
    seeOther(ctx, LOG_IN);
  });
  addEnrolment(logInRouter, deps, apps, {
    limit: (ctx) => limits.consumeAddress(links, ctx),
    start: (ctx, user) => start(ctx, user, async () => isStaff(user.id)),
  });
  if (!env.production) {
    logInRouter.get('/demo/:token', async (ctx) => {
      await limits.consumeAddress(links, ctx);
      const link = await findMailToken(db.manager, ctx.params['token'] ?? '', ['office-demo'], now());
      const user = required(await userOfDemoLink(db, link), 'link-expired');
      await start(ctx, user, async () => isStaff(user.id));
      security.write({ event: 'staff-log-in', method: 'demo-link', result: 'success', account: user.id });
      seeOther(ctx, '/');
    });
  }

  return {
    logInRouter,
    drafts,

    requireSameOrigin: async (ctx, next) => {
      if (!['GET', 'HEAD'].includes(ctx.method) && !isSameOrigin(ctx, env.officeOrigin)) {
        throw new ProblemError('wrong-origin');
      }
      await next();
    },

    requireStaff: async (ctx, next) => {
      const tokens = cookie.values(ctx);
      const visitor = await firstLive(deps, tokens);
      if (visitor && (await isStaff(visitor.userId))) {
        ctx.state.visitor = visitor;
        await next();
        return;
      }
      const customer = [...tokens, ...tokensOf(ctx, 'cookie').tokens];
      if (visitor ?? (await firstLive({ sessions: site }, customer))) throw new ProblemError('not-found');
      // What a form contains comes back once its writer has logged in.
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') await readForm(ctx, () => drafts.keep(ctx));
      seeOther(ctx, `${LOG_IN}?${String(new URLSearchParams({ next: ctx.url }))}`);
    },

    isRecent: (ctx: ApiContext) => isRecent(visitorOf(ctx), now()),

    async confirmationOptions(ctx: ApiContext) {
      const visitor = visitorOf(ctx);
      const consume = () => limits.consume(passkeyChallenges, `user ${visitor.userId}`);
      const has = (await passkeys.list(visitor)).length > 0;
      return {
        passkey: has
          ? await limitedOptions(consume(), () => passkeys.reauthenticationOptions(visitor))
          : undefined,
        code: (await apps.find(visitor.userId)) !== null,
      };
    },

    async confirm(ctx: ApiContext, { code, ...proof }: OfficeProof): Promise<void> {
      const user = await reauthenticate(visitorOf(ctx), proof);
      const isCurrent = proof.passkey ? stillHas(user, proof.passkey) : await apps.use(user.id, code);
      ctx.state.visitor = await start(ctx, user, isCurrent);
    },
  };
}
