import { maskSecrets } from '@isa/api-contract';
import { Router } from '@koa/router';
import Koa, { type Context, type Next, type ParameterizedContext } from 'koa';
import type { ReadPages } from '../../release/registry/links';
import { explainPlaces } from '../../release/explain';
import { previewLink } from '../../release/preview';
import type { SecurityLog } from '../../release/security-log';
import { readVerifiedRegistry } from '../../store/registry-history';
import type { ReadServedRevision } from '../../store/served-revision';
import { UserError } from '../../../packages/node/user-error';
import type { ReadOperations, ReadTelemetry } from '../watch/release-telemetry';
import { sourceOf } from './client-address';
import { seeOther, show, showFont } from './document';
import type { OperatorSession, TokenLogIn } from './operator-session';
import { needsReason, perform, readAction, readRelease, type ReleaseAction } from './release-action';
import { type ChangedStore, readOverview } from './release-overview';
import { failuresPage } from './failures-page';
import { releasesPage } from './releases-page';
import { confirmPage, errorPage, previewPage } from './form-pages';
import { createSingleSignOn, type SingleSignOn } from './single-sign-on';
import { isSameOrigin, readForm } from './submitted-form';
import { createTokenLogIn } from './token-log-in';

export interface OperatorsPagesOptions {
  readonly logIn: TokenLogIn | SingleSignOn;
  readonly telemetry: ReadTelemetry;
  readonly readOperations: ReadOperations;
  readonly readServed: ReadServedRevision;
  readonly opsOrigin: string;
  readonly previewOrigin: string;
  /** Reads the pages that are searched for links to a remote that is retired. */
  readonly readPages: ReadPages;
  readonly security: SecurityLog;
  /** Whether PayPal's sandbox stands in for PayPal. */
  readonly isRehearsal?: boolean;
  /** How many proxies in front append the address of their client to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** The store, by default this machine's, and the site that is built from it. */
  readonly store?: ChangedStore;
}

interface SessionState {
  /** The session, which `identify` sets. */
  session: OperatorSession;
  action?: ReleaseAction;
}
type SessionContext = ParameterizedContext<SessionState>;
type MaybeContext = ParameterizedContext<Partial<SessionState>>;

const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 1_440;

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const HTTPS_ONLY = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** Responds to every request of the operators' origin: their pages below `/ops`, and `/health` for any host. */
export function createOperatorsPages(options: OperatorsPagesOptions) {
  const { logIn, security, opsOrigin, previewOrigin, readPages, trustedProxies, store = {} } = options;
  const { host, protocol } = new URL(opsOrigin);
  const secure = protocol === 'https:';
  const tokens = 'token' in logIn ? createTokenLogIn({ ...logIn, security, secure }) : undefined;
  const singleSignOn = 'issuer' in logIn ? createSingleSignOn(logIn) : undefined;

  async function handleErrors(ctx: MaybeContext, next: Next): Promise<void> {
    ctx.set({ ...HEADERS, ...(secure && HTTPS_ONLY) });
    try {
      await next();
    } catch (error) {
      if (error instanceof UserError) {
        const { session, action } = ctx.state;
        return show(ctx, action ? 409 : 400, errorPage(error.message, session, action));
      }
      ctx.app.emit('error', error, ctx);
      ctx.status = 500;
      ctx.body = 'Oops! Something went wrong.';
    }
  }

  async function requireOwnAddress(ctx: Context, next: Next): Promise<void> {
    if (ctx.path === '/health') ctx.body = 'ok';
    // The host is compared, because another name of this machine would be another origin, with other cookies.
    else if (ctx.get('Host').toLowerCase() !== host) {
      ctx.status = 421;
      ctx.body = `The operators’ pages are at ${opsOrigin}/ops.`;
    } else if (ctx.path === '/') seeOther(ctx, '/ops/releases');
    else if (!/^\/ops(?:\/|$)/.test(ctx.path)) ctx.status = 404;
    else if (!showFont(ctx)) await next();
  }

  async function identify(ctx: MaybeContext, next: Next): Promise<void> {
    const found = singleSignOn ? await singleSignOn(ctx.req) : await tokens?.identify(ctx);
    if (found === 'down') {
      const error =
        'The identity provider does not answer, so we cannot tell who you are. Try again in a minute.';
      return show(ctx, 503, errorPage(error, undefined));
    }
    if (found === 'refused') {
      security.write({ event: 'operator-log-in', result: 'refused', operator: null }, sourceOf(ctx));
    } else if (found) ctx.state.session = { canLogOut: !singleSignOn, ...found };
    if (['GET', 'HEAD'].includes(ctx.method) || isSameOrigin(ctx, opsOrigin)) {
      await next();
      return;
    }
    const operator = ctx.state.session?.who ?? null;
    security.write({ event: 'operator-form', result: 'refused', operator }, sourceOf(ctx));
    const error = 'The form is not from a page of this origin. Open the page again.';
    return show(ctx, 403, errorPage(error, ctx.state.session));
  }

  async function requireSession(ctx: MaybeContext, next: Next): Promise<void> {
    if (ctx.state.session) await next();
    else if (!singleSignOn) seeOther(ctx, '/ops/login');
    else {
      const error =
        'You are not an operator, or your login has ended. Log in again at the single sign-on, and then open this page again.';
      show(ctx, 403, errorPage(error, undefined));
    }
  }

  async function showReleases(ctx: SessionContext): Promise<void> {
    const { session } = ctx.state;
    const query = new URLSearchParams(ctx.querystring);
    const minutes = Math.trunc(Number(query.get('minutes'))) || DEFAULT_MINUTES;
    const overview = await readOverview(store, options, Math.min(Math.max(minutes, 1), MAX_MINUTES));
    const done = Number(query.get('done')) || 0;
    show(ctx, 200, releasesPage(session, overview, done, options.isRehearsal));
  }

  /** Records what an operator does, also when it is refused. */
  async function recorded<T>(
    ctx: SessionContext,
    action: 'preview' | ReleaseAction['kind'],
    target: string,
    work: Promise<T>,
  ): Promise<T> {
    const operator = ctx.state.session.who;
    const record = (result: 'success' | 'refused') =>
      security.write({ event: 'release-control', result, operator, action, target }, sourceOf(ctx));
    try {
      const done = await work;
      record('success');
      return done;
    } catch (error) {
      record('refused');
      throw error;
    }
  }

  /**
   * Performs a dry run, which renders the pages, so that a rejection is shown before the reason is typed. It records the
   * checks that it has run.
   */
  async function confirm(ctx: SessionContext): Promise<void> {
    const { session } = ctx.state;
    const action = (ctx.state.action = readAction(await readForm(ctx)));
    const { revision } = (await readVerifiedRegistry(store.storage, store.keys)).registry;
    const dryRun = { who: session.who, why: 'dry run', ifRevision: revision, dryRun: true, records: true };
    const { changes, registry } = await perform(action, { ...store, ...dryRun, readPages });
    if (registry.revision === revision) throw new UserError('Nothing would change.');
    show(ctx, 200, confirmPage({ session, action, changes, revision }));
  }

  /** Makes a preview link. It changes nothing in the store, so that it needs no confirmation. */
  async function preview(ctx: SessionContext): Promise<void> {
    const { session } = ctx.state;
    const query = new URLSearchParams(ctx.querystring);
    const { app, version } = readRelease(query);
    const hours = Number(query.get('days')) * 24;
    const target = `${app}@${version}`;
    const made = previewLink({ ...store, app, version, hours, previewOrigin });
    const link = await recorded(ctx, 'preview', target, made);
    show(ctx, 200, previewPage(session, target, link));
  }

  async function act(ctx: SessionContext): Promise<void> {
    const { who } = ctx.state.session;
    const form = await readForm(ctx);
    const action = (ctx.state.action = readAction(form));
    const why = form.get('why')?.trim().slice(0, 300);
    if (!why && needsReason(action)) throw new UserError('Enter a reason for the history.');
    const ifRevision = Number(form.get('revision'));
    const target = 'version' in action ? `${action.app}@${action.version}` : action.app;
    const done = perform(action, { ...store, who, ...(why && { why }), ifRevision, readPages });
    const { registry } = await recorded(ctx, action.kind, target, done);
    seeOther(ctx, `/ops/releases?done=${registry.revision}`);
  }

  const pages = new Router<SessionState>({ strict: true, sensitive: true });
  pages.get('/ops/releases', showReleases);
  pages.get('/ops/failures', async (ctx) => {
    const operations = await options.readOperations();
    const sources = await explainPlaces(operations.errors, store);
    show(ctx, 200, failuresPage(ctx.state.session, operations, sources));
  });
  pages.post('/ops/releases/confirm', confirm);
  pages.get('/ops/releases/preview', preview);
  pages.post('/ops/releases', act);
  if (tokens) pages.post('/ops/logout', (ctx) => tokens.logOut(ctx, ctx.state.session));

  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.on('error', (error) =>
    process.stderr.write(`A request to the operators’ pages failed: ${maskSecrets(String(error))}\n`),
  );
  app.use(handleErrors).use(requireOwnAddress).use(identify);
  if (tokens) app.use(tokens.routes);
  app.use(requireSession).use(pages.routes());
  app.use((ctx) => seeOther(ctx, '/ops/releases'));
  return app.callback();
}
