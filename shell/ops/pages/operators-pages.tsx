import type { IncomingMessage, ServerResponse } from 'node:http';
import { maskSecrets } from '@isa/api-contract';
import { Router } from '@koa/router';
import Koa, { type Context, type Next, type ParameterizedContext } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ReactElement } from 'react';
import { type ReadPages, sitePagesReader } from '../../release/registry/links';
import { previewLink } from '../../release/preview';
import type { SecurityLog } from '../../release/security-log';
import type { StoreAccess } from '../../store/require-published';
import { readVerifiedRegistry } from '../../store/registry-history';
import type { ReadServedReleases } from '../../store/served-releases';
import { UserError } from '../../tools/user-error';
import type { ReadTelemetry } from '../watch/release-telemetry';
import { clientAddress, sourceOf } from './client-address';
import { renderPage } from './document';
import { createFontReader } from './live-fonts';
import { createOperatorSessions, type OperatorSession, SESSION_SECONDS } from './operator-session';
import { needsReason, perform, readAction, readRelease, type ReleaseAction } from './release-action';
import { readOverview } from './release-overview';
import { ReleasesPage } from './releases-page';
import { ConfirmPage, ErrorPage, LoginPage, PreviewPage } from './form-pages';
import { isSameOrigin, readForm } from './submitted-form';

export interface OperatorsPagesOptions {
  /** At least 32 characters. */
  readonly token: string;
  /** Accepted, too, while one token replaces the other. */
  readonly secondToken?: string | undefined;
  readonly telemetry: ReadTelemetry;
  readonly readServed: ReadServedReleases;
  /** Whether the site is reached over https; the cookie is then sent over https only. */
  readonly secure: boolean;
  /** Preview links lead there. */
  readonly siteOrigin: string;
  /** Searched for links to a remote that is retired; the pages of `siteOrigin` by default. */
  readonly readPages?: ReadPages;
  readonly security: SecurityLog;
  /** Records logouts for all processes. */
  readonly logOutFolder: string;
  /** Default: this machine's store. */
  readonly store?: StoreAccess;
  readonly now?: () => Date;
}

interface SessionState {
  /** Set by `requireSession`. */
  session: OperatorSession;
  /** The action that is performed; set once it was read from the request. */
  action?: ReleaseAction;
}
type SessionContext = ParameterizedContext<SessionState>;

const COOKIE = 'isa_operator';
const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 1_440;

/** Per client address. A limit over all addresses would let anybody lock the operators out. */
const LOGIN_LIMIT = { points: 5, duration: 60 };

/** Pages must not be stored, indexed or framed. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** @returns a function that responds to requests for `/ops` and below, and returns whether it was such a request. */
export function createOperatorsPages(options: OperatorsPagesOptions) {
  const { token, secondToken, security, secure, siteOrigin, store = {}, logOutFolder, now } = options;
  const { readPages = sitePagesReader(siteOrigin) } = options;
  const sessions = createOperatorSessions({ token, secondToken, logOutFolder, now });
  const loginAttempts = new RateLimiterMemory(LOGIN_LIMIT);
  const readFonts = createFontReader(store);

  async function show(ctx: Context, status: number, page: ReactElement): Promise<void> {
    const { html, policy } = renderPage(page, await readFonts());
    ctx.set('Content-Security-Policy', policy);
    ctx.status = status;
    ctx.type = 'html';
    ctx.body = html;
  }

  /** Redirects with GET, so that a reload does not submit the form again (RFC 9110 §15.4.4). */
  function seeOther(ctx: Context, location: string): void {
    ctx.redirect(location);
    ctx.status = 303;
  }

  function setCookie(ctx: Context, value: string, seconds: number): void {
    const flags = `Path=/ops; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? '; Secure' : ''}`;
    ctx.set('Set-Cookie', `${COOKIE}=${value}; ${flags}`);
  }

  async function handleErrors(ctx: ParameterizedContext<Partial<SessionState>>, next: Next): Promise<void> {
    ctx.set(HEADERS);
    try {
      await next();
    } catch (error) {
      if (error instanceof UserError) {
        const { session, action } = ctx.state;
        const page = <ErrorPage error={error.message} session={session} action={action} />;
        return show(ctx, action ? 409 : 400, page);
      }
      ctx.app.emit('error', error, ctx);
      ctx.status = 500;
      ctx.body = 'Oops! Something went wrong.';
    }
  }

  async function logIn(ctx: Context): Promise<void> {
    const form = await readForm(ctx);
    const who = form.get('who')?.trim().slice(0, 60) ?? '';
    const record = (result: 'success' | 'failure' | 'refused', operator: string | null) =>
      security.write({ event: 'operator-log-in', result, operator }, sourceOf(ctx.req));
    const reject = (status: number, error: string) => {
      // Without the name, which may be a token in the wrong field.
      record(status === 401 ? 'failure' : 'refused', null);
      return show(ctx, status, <LoginPage error={error} who={who} />);
    };
    if (!isSameOrigin(ctx)) return reject(403, 'Log in with the form on this page.');
    const address = clientAddress(ctx.req);
    const { consumedPoints, msBeforeNext } = await loginAttempts.penalty(address);
    if (consumedPoints > LOGIN_LIMIT.points) {
      const seconds = Math.ceil(msBeforeNext / 1000);
      ctx.set('Retry-After', String(seconds));
      return reject(429, `Too many attempts. Try again in ${seconds} seconds.`);
    }
    if (!sessions.isToken(form.get('token') ?? '')) return reject(401, 'This is not the operators’ token.');
    if (!who) return reject(400, 'Enter your name: the history records it.');
    await loginAttempts.delete(address);
    record('success', who);
    setCookie(ctx, sessions.create(who), SESSION_SECONDS);
    seeOther(ctx, '/ops/releases');
  }

  async function requireSession(ctx: Context, next: Next): Promise<void> {
    ctx.state.session = await sessions.read(ctx.cookies.get(COOKIE));
    if (ctx.state.session) await next();
    else seeOther(ctx, '/ops/login');
  }

  async function showReleases(ctx: SessionContext): Promise<void> {
    const { session } = ctx.state;
    const query = new URLSearchParams(ctx.querystring);
    const minutes = Math.trunc(Number(query.get('minutes'))) || DEFAULT_MINUTES;
    const overview = await readOverview(store, options, Math.min(Math.max(minutes, 1), MAX_MINUTES));
    const done = Number(query.get('done')) || 0;
    await show(ctx, 200, <ReleasesPage session={session} overview={overview} done={done} />);
  }

  /** Performs a dry run, so that a rejection is shown before the reason is typed. */
  async function confirm(ctx: SessionContext): Promise<void> {
    const { session } = ctx.state;
    const action = (ctx.state.action = readAction(new URLSearchParams(ctx.querystring)));
    const { revision } = (await readVerifiedRegistry(store.storage, store.keys)).registry;
    const dryRun = { who: session.who, why: 'dry run', ifRevision: revision, dryRun: true };
    const { changes, registry } = await perform(action, { ...store, ...dryRun, readPages });
    if (registry.revision === revision) throw new UserError('Nothing would change.');
    const page = { session, action, changes, revision };
    await show(ctx, 200, <ConfirmPage {...page} />);
  }

  /** Changes nothing in the store, so that it needs no confirmation. */
  async function preview(ctx: SessionContext): Promise<void> {
    const { session } = ctx.state;
    const query = new URLSearchParams(ctx.querystring);
    const { app, version } = readRelease(query);
    const hours = Number(query.get('days')) * 24;
    const target = `${app}@${version}`;
    const record = (result: 'success' | 'refused') =>
      security.write(
        { event: 'release-control', result, operator: session.who, action: 'preview', target },
        sourceOf(ctx.req),
      );
    const link = await previewLink({ ...store, app, version, hours, siteOrigin, now: now?.() }).catch(
      (error: unknown) => {
        record('refused');
        throw error;
      },
    );
    record('success');
    await show(ctx, 200, <PreviewPage session={session} release={target} link={link} />);
  }

  async function act(ctx: SessionContext): Promise<void> {
    const { who } = ctx.state.session;
    const form = await readVerifiedForm(ctx);
    const action = (ctx.state.action = readAction(form));
    const why = form.get('why')?.trim().slice(0, 300);
    if (!why && needsReason(action)) throw new UserError('Enter a reason for the history.');
    const ifRevision = Number(form.get('revision'));
    const target = 'version' in action ? `${action.app}@${action.version}` : action.app;
    const record = (result: 'success' | 'refused') =>
      security.write(
        { event: 'release-control', result, operator: who, action: action.kind, target },
        sourceOf(ctx.req),
      );
    const { registry } = await perform(action, {
      ...store,
      who,
      ...(why && { why }),
      ifRevision,
      readPages,
    }).catch((error: unknown) => {
      record('refused');
      throw error;
    });
    record('success');
    seeOther(ctx, `/ops/releases?done=${registry.revision}`);
  }

  async function logOut(ctx: SessionContext): Promise<void> {
    await readVerifiedForm(ctx);
    await sessions.revoke(ctx.cookies.get(COOKIE));
    const operator = ctx.state.session.who;
    security.write({ event: 'operator-log-out', result: 'success', operator }, sourceOf(ctx.req));
    setCookie(ctx, '', 0);
    seeOther(ctx, '/ops/login');
  }

  /** @throws UserError when another site submitted the form, or it belongs to another session. */
  async function readVerifiedForm(ctx: SessionContext): Promise<URLSearchParams> {
    const form = await readForm(ctx);
    const { session } = ctx.state;
    if (isSameOrigin(ctx) && sessions.isProof(session, form.get('proof') ?? '')) return form;
    security.write({ event: 'operator-form', result: 'refused', operator: session.who }, sourceOf(ctx.req));
    throw new UserError('The form is not from a page of this session. Open the page again.');
  }

  const exactPaths = { strict: true, sensitive: true };
  const login = new Router(exactPaths);
  login.post('/ops/login', logIn);
  login.get('/ops/login', async (ctx, next) => {
    if (await sessions.read(ctx.cookies.get(COOKIE))) await next();
    else await show(ctx, 200, <LoginPage />);
  });
  const pages = new Router<SessionState>(exactPaths);
  pages.get('/ops/releases', showReleases);
  pages.get('/ops/releases/confirm', confirm);
  pages.get('/ops/releases/preview', preview);
  pages.post('/ops/releases', act);
  pages.post('/ops/logout', logOut);

  const app = new Koa();
  app.on('error', (error) =>
    process.stderr.write(`A request to the operators’ pages failed: ${maskSecrets(String(error))}\n`),
  );
  app.use(handleErrors).use(login.routes()).use(requireSession).use(pages.routes());
  app.use((ctx) => seeOther(ctx, '/ops/releases'));
  const handle = app.callback();
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (!/^\/ops(?:[/?]|$)/.test(request.url ?? '/')) return false;
    await handle(request, response);
    return true;
  };
}
