import type { IncomingMessage, ServerResponse } from 'node:http';
import { createElement, type ReactElement } from 'react';
import { UserError } from '../../tools/user-error';
import { ownKeys } from '../../store/keys/keys';
import type { Place } from '../../release/registry/changes';
import { readVerifiedRegistry } from '../../store/registry-log';
import { readVerifiedRelease } from '../../store/release-file';
import { ownStorage } from '../../store/storage/own';
import type { ReadTelemetry } from '../watch/release-telemetry';
import { ConfirmPage } from './confirm-page';
import { type Fonts, renderPage } from './document';
import { cookieOf, isOwnForm, readForm, seeOther, sendPage } from './exchange';
import { addressOf, createLoginLimit } from './login-limit';
import { LoginPage } from './login-page';
import { createOperatorSessions, type OperatorSession, SESSION_SECONDS } from './operator-session';
import { needsReason, perform, readAction, type ReleaseAction } from './release-action';
import { RefusalPage } from './refusal-page';
import { readOverview } from './release-overview';
import { ReleasesPage } from './releases-page';

export interface OperatorsOptions {
  /** At least 32 characters. */
  readonly token: string;
  readonly telemetry: ReadTelemetry;
  /** Whether the site is reached by https, so that the cookie may go no other way. */
  readonly secure: boolean;
  /** Another store than this machine's own. */
  readonly place?: Place;
  readonly now?: () => Date;
}

/** Answers every request for `/ops` and below it. @returns whether it was one. */
export type OperatorsPages = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const COOKIE = 'isa_operator';
const PERIOD = 60;

export function createOperatorsPages(options: OperatorsOptions): OperatorsPages {
  const { token, telemetry, secure, place = {}, now } = options;
  const sessions = createOperatorSessions(token, now);
  const limit = createLoginLimit();
  const fonts = rememberFonts(place);

  async function show(response: ServerResponse, status: number, page: ReactElement) {
    sendPage(response, status, renderPage(page, await fonts()));
  }

  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = addressOf(request);
    const form = await readForm(request);
    const who = form.get('who')?.trim().slice(0, 60) ?? '';
    const refuse = (status: number, refusal: string) =>
      show(response, status, createElement(LoginPage, { refusal, who }));
    if (!isOwnForm(request)) return refuse(403, 'Log in on this page.');
    const seconds = await limit.attempt(address);
    if (seconds > 0) {
      response.setHeader('Retry-After', String(seconds));
      return refuse(429, `Too many attempts. Try again in ${seconds} seconds.`);
    }
    if (!sessions.isToken(form.get('token') ?? '')) return refuse(401, 'This is not the operators’ token.');
    if (!who) return refuse(400, 'Say who you are: the history names you.');
    await limit.forget(address);
    seeOther(response, '/ops/releases', cookie(sessions.begin(who), SESSION_SECONDS));
  }

  function cookie(value: string, seconds: number): string {
    const flags = `Path=/ops; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? '; Secure' : ''}`;
    return `${COOKIE}=${value}; ${flags}`;
  }

  async function overview(query: URLSearchParams, response: ServerResponse, session: OperatorSession) {
    const minutes = Math.min(Math.max(Math.trunc(Number(query.get('minutes'))) || PERIOD, 1), 1_440);
    const seen = await readOverview(place, telemetry, minutes);
    const done = Number(query.get('done')) || undefined;
    const page = createElement(ReleasesPage, { session, overview: seen, ...(done && { done }) });
    await show(response, 200, page);
  }

  /** Says what an action would do. A refusal is said as well, now rather than after the reason was typed. */
  async function confirm(query: URLSearchParams, response: ServerResponse, session: OperatorSession) {
    const action = readAction(query);
    try {
      const { revision } = (await readVerifiedRegistry(place.storage, place.keys)).registry;
      // Nobody reads the reason of what is not done.
      const circumstances = { who: session.who, why: 'to be seen', ifRevision: revision, dryRun: true };
      const { changes, registry } = await perform(action, circumstances, place);
      if (registry.revision === revision) throw new UserError('Nothing would change: it is so already.');
      await show(response, 200, createElement(ConfirmPage, { session, action, changes, revision }));
    } catch (error) {
      await refuse(response, session, action, error);
    }
  }

  async function act(form: URLSearchParams, response: ServerResponse, session: OperatorSession) {
    const action = readAction(form);
    const why = form.get('why')?.trim().slice(0, 300);
    try {
      if (!why && needsReason(action)) throw new UserError('The history needs a reason.');
      const { registry } = await perform(
        action,
        { who: session.who, ...(why && { why }), ifRevision: Number(form.get('revision')) },
        place,
      );
      seeOther(response, `/ops/releases?done=${registry.revision}`);
    } catch (error) {
      await refuse(response, session, action, error);
    }
  }

  async function refuse(
    response: ServerResponse,
    session: OperatorSession,
    action: ReleaseAction,
    error: unknown,
  ) {
    if (!(error instanceof UserError)) throw error;
    const refusal = error.message;
    const page = createElement(ConfirmPage, { session, action, changes: [], revision: 0, refusal });
    await show(response, 409, page);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${pathname}`;
    const session = sessions.read(cookieOf(request, COOKIE));
    if (route === 'POST /ops/login') return logIn(request, response);
    if (!session) {
      if (route === 'GET /ops/login') return show(response, 200, createElement(LoginPage));
      return seeOther(response, '/ops/login');
    }
    if (route === 'GET /ops/releases') return overview(searchParams, response, session);
    if (route === 'GET /ops/releases/confirm') return confirm(searchParams, response, session);
    if (request.method !== 'POST') return seeOther(response, '/ops/releases');

    const form = await readForm(request);
    if (!isOwnForm(request) || !sessions.isProof(session, form.get('proof') ?? '')) {
      throw new UserError('This form is not from your page. Open the page again.');
    }
    if (route === 'POST /ops/logout') {
      sessions.end(cookieOf(request, COOKIE));
      return seeOther(response, '/ops/login', cookie('', 0));
    }
    return act(form, response, session);
  }

  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (!/^\/ops(?:\/|$)/.test(pathname)) return false;
    try {
      await answer(request, response);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      await show(response, 400, createElement(RefusalPage, { refusal: error.message }));
    }
    return true;
  };
}

/** The site's own fonts, out of the live shell. While nothing is live, the page has the system's. */
function rememberFonts({ storage = ownStorage(), keys = ownKeys }: Place) {
  let known: { readonly shell: string; readonly fonts: Fonts } | undefined;
  return async (): Promise<Fonts> => {
    const shell = await readVerifiedRegistry(storage, keys).then(
      ({ registry }) => registry.shell.live,
      () => undefined,
    );
    if (!shell) return {};
    if (known?.shell === shell) return known.fonts;
    const release = await readVerifiedRelease(storage, 'shell', shell, keys);
    const files = Object.keys(release?.files ?? {}).filter((file) => file.endsWith('.woff2'));
    const fonts = files.map((file) => [/([^/.]+)[^/]*$/.exec(file)?.[1], `/shell/${shell}/${file}`]);
    known = { shell, fonts: Object.fromEntries(fonts) as Fonts };
    return known.fonts;
  };
}
