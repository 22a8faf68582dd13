import { assertionSchema } from '@isa/api-contract/schemas';
import { addressPrefixes } from '@isa/api-contract/security-events';
import { nextPath } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { z } from 'zod';
import { Staff, type User } from '../database/entities';
import { createAccounts } from '../features/accounts/accounts';
import type { AccountDeps } from '../features/accounts/deps';
import type { RequestOptions } from '../features/accounts/passkey-ceremonies';
import { passkeyChallenges } from '../features/accounts/passkey-routes';
import { createPasskeys } from '../features/accounts/passkeys';
import { createReauthentication, type Proof } from '../features/accounts/reauthentication';
import { createSessions } from '../features/accounts/sessions';
import { type ApiContext, type ApiRouter, createRouter, type Visitor } from '../http/context';
import type { RateLimit } from '../http/limits';
import { ProblemError, required } from '../http/problem-error';
import { acceptForms, readBody } from '../http/read-body';
import { secretCookie } from '../http/cookies';
import { firstLive, isSameOrigin, SESSION_MS, tokensOf, visitorOf } from '../http/session';
import { html } from '../http/html';
import { input } from '../http/form-fields';
import { type Form, formElement } from './forms';
import { seeOther, showPage } from './frame';
import type { OfficeSession } from './office-session';
import { passkeyButton, passkeyField } from './passkey-button';

const logIns: RateLimit = { name: 'office-login', attempts: 10, seconds: 60 };
/** How long a log-in counts for actions that move money or give rights. */
const RECENT_MS = 15 * 60 * 1000;

const logInSchema = z.object({
  email: z.string().max(254).default(''),
  password: z.string().max(1000).default(''),
  passkey: passkeyField(assertionSchema).optional(),
  next: z.string().max(500).default('/'),
});

const cookie = secretCookie('isa-office');

/** The path of the log-in, as on the site; `nextPath` leads nobody back to it. */
const LOG_IN = paths.login();

/** Sessions of staff: valid only on the office's origin, for accounts with the role `staff`. */
export function createOfficeSession(deps: AccountDeps): OfficeSession {
  const { db, env, limits, now, security } = deps;
  const sessions = createSessions(db, now, deps.background, 'office');
  const accounts = createAccounts(deps);
  const passkeys = createPasskeys(deps, 'office');
  const reauthenticate = createReauthentication(deps, 'office');

  const isStaff = (userId: number) => db.getRepository(Staff).existsBy({ userId });

  async function start(ctx: ApiContext, user: User): Promise<Visitor> {
    const { token, expiresAt } = await sessions.start(user, ctx.get('User-Agent') || undefined);
    for (const previous of cookie.values(ctx)) await sessions.end(previous);
    cookie.set(ctx, token, expiresAt);
    return required(await sessions.verify(token), 'not-signed-in');
  }

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
    const shown = { key: '', values: {}, errors: {}, ...form };
    const consume = limits.consumeAddress(passkeyChallenges, ctx);
    const options = await limitedOptions(consume, () => passkeys.logInOptions());
    const content = html`<input type="hidden" name="next" value="${next}" />
      ${input(shown, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', max: 254, required: true })}
      ${input(shown, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', required: true, keep: false })}`;
    const body = html`<p>
        For the academy’s staff. Customers log in on <a href="${env.siteOrigin}${paths.login()}">the site</a>.
      </p>
      ${formElement(shown, 'Log in', content)}
      ${
        options &&
        html`<form class="actions" method="post">
          <input type="hidden" name="next" value="${next}" />
          ${passkeyButton(options, 'Use a passkey')}
        </form>`
      }`;
    showPage(ctx, { title: 'Log in', body });
  }

  async function logIn(ctx: ApiContext): Promise<void> {
    const { data } = logInSchema.safeParse(ctx.request.body ?? {});
    const { email, password, passkey, next } = required(data, 'invalid-request');
    const method = passkey ? 'passkey' : 'password';
    const record = (result: 'success' | 'failure', account: number | null) =>
      security.write({ event: 'staff-log-in', method, result, account });
    try {
      const undo = await limits.consumeAddress(logIns, ctx);
      const source = { prefixes: addressPrefixes(ctx.ip) };
      const user = passkey
        ? await passkeys.logIn(await passkeys.find(passkey), passkey)
        : await limits.runCounted(undo, () => accounts.logIn(email, password, source));
      // The answer is the same as for a wrong password, so that it does not tell who is a member of staff.
      if (user.emailVerifiedAt === null || !(await isStaff(user.id)))
        throw new ProblemError(passkey ? 'invalid-passkey' : 'invalid-credentials');
      await start(ctx, user);
      record('success', user.id);
      seeOther(ctx, nextPath(new URLSearchParams({ next })));
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status >= 500) throw error;
      record('failure', null);
      const message =
        error.id === 'invalid-credentials'
          ? 'This e-mail and password do not belong to a member of staff.'
          : error.message;
      await showLogIn(ctx, next, { values: { email }, message });
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
    const visitor = await firstLive({ sessions }, tokens);
    for (const token of tokens) await sessions.end(token);
    if (visitor)
      security.write({ event: 'session-ended', result: 'success', account: visitor.userId, sessions: 'one' });
    cookie.clear(ctx);
    seeOther(ctx, LOG_IN);
  });

  return {
    logInRouter,

    requireSameOrigin: async (ctx, next) => {
      if (!['GET', 'HEAD'].includes(ctx.method) && !isSameOrigin(ctx, env.officeOrigin)) {
        throw new ProblemError('wrong-origin');
      }
      await next();
    },

    requireStaff: async (ctx, next) => {
      const tokens = cookie.values(ctx);
      const visitor = await firstLive({ sessions }, tokens);
      if (visitor && (await isStaff(visitor.userId))) {
        ctx.state.visitor = visitor;
        await next();
        return;
      }
      const customer = [...tokens, ...tokensOf(ctx, 'cookie').tokens];
      if (visitor ?? (await firstLive(deps, customer))) throw new ProblemError('not-found');
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new ProblemError('not-signed-in');
      seeOther(ctx, `${LOG_IN}?${String(new URLSearchParams({ next: ctx.url }))}`);
    },

    isRecent: (ctx: ApiContext) =>
      visitorOf(ctx).expiresAt.getTime() - now().getTime() > SESSION_MS - RECENT_MS,

    async passkeyOptions(ctx: ApiContext): Promise<RequestOptions | undefined> {
      const visitor = visitorOf(ctx);
      if ((await passkeys.list(visitor)).length === 0) return undefined;
      const consume = limits.consume(passkeyChallenges, `user ${visitor.userId}`);
      return limitedOptions(consume, () => passkeys.reauthenticationOptions(visitor));
    },

    async confirm(ctx: ApiContext, proof: Proof): Promise<void> {
      ctx.state.visitor = await start(ctx, await reauthenticate(visitorOf(ctx), proof));
    },
  };
}
