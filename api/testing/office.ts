import { createServer } from 'node:http';
import { Secret } from 'otpauth';
import { createOfficeApp } from '../src/roles/web';
import { AuthenticatorApps, Staff, type User } from '../src/database/entities';
import { createSealing } from '../src/platform/sealing';
import type { TestApi } from './api';
import { createUser } from './factories';
import { oneTimeCode } from './one-time-code';
import { serve } from './test-server';

export const STAFF_PASSWORD = 'a long password for staff';

/** A browser without scripts at the office: it keeps cookies, and follows no redirect. */
export interface OfficeBrowser {
  get(path: string): Promise<OfficeResponse>;
  /** Submits a form from a page of the office. */
  post(path: string, fields?: Record<string, string> | URLSearchParams): Promise<OfficeResponse>;
  /** Sends a piece of a file, as the office's script does. */
  put(path: string, piece: Uint8Array<ArrayBuffer>, type?: string): Promise<OfficeResponse>;
}

export interface OfficeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string | null;
  readonly text: string;
  readonly bytes: Buffer;
}

/** The office's pages in front of a test API's database. */
export interface TestOffice {
  readonly url: string;
  /** A browser with this cookie, by default none. */
  browser(cookie?: string): OfficeBrowser;
  /** A member of staff who has just logged in. */
  logIn(user?: User): Promise<OfficeBrowser & { readonly user: User }>;
}

/** A confirmed account with the role `staff` and an authenticator app. */
export async function createStaff({ deps }: TestApi): Promise<User> {
  const { db, env, now } = deps;
  const user = await createUser(deps, { password: STAFF_PASSWORD, emailVerifiedAt: now() });
  const { id: userId } = user;
  await db.getRepository(Staff).insert({ userId, grantedAt: now(), grantedBy: null });
  const { base32 } = new Secret({ size: 20 });
  const secret = createSealing('authenticator apps', env.secrets).seal(base32, `user ${userId}`);
  const counts = { lastStep: 0, tries: 0, triesSince: now() };
  await db.getRepository(AuthenticatorApps).insert({ userId, secret, createdAt: now(), ...counts });
  return user;
}

/** The code that the member's app shows, in this or another time step. */
export async function codeOf({ deps }: TestApi, { id: userId }: User, steps = 0): Promise<string> {
  const { secret } = await deps.db.getRepository(AuthenticatorApps).findOneByOrFail({ userId });
  const opened = createSealing('authenticator apps', deps.env.secrets).open(secret, `user ${userId}`);
  return oneTimeCode(opened?.text ?? '', deps.now().getTime() + steps * 30_000);
}

/** A code that is valid although the member has just used it, as if time had passed. */
export async function freshCode(api: TestApi, user: User): Promise<string> {
  await api.deps.db.getRepository(AuthenticatorApps).update({ userId: user.id }, { lastStep: 0 });
  return codeOf(api, user);
}

/** The fields of the login of a member of staff. */
export async function logInFields(api: TestApi, user: User): Promise<Record<string, string>> {
  return { email: user.email, password: STAFF_PASSWORD, code: await freshCode(api, user), next: '/orders' };
}

/** Starts the office until the tests of the file have ended. */
export async function startOffice(api: TestApi): Promise<TestOffice> {
  const server = createServer((request, response) => void handle(request, response));
  const { origin: url } = await serve(server);
  const env = { ...api.deps.env, officeOrigin: url };
  const handle = createOfficeApp({ ...(await api.depsOf('office')), env }).callback();

  function browser(initial = ''): OfficeBrowser {
    const cookies = new Map(initial === '' ? [] : [pairOf(initial)]);
    async function send(path: string, { headers: type, ...init }: RequestInit): Promise<OfficeResponse> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { Accept: 'text/html', Origin: url, ...(cookie && { Cookie: cookie }), ...type };
      const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
      for (const set of response.headers.getSetCookie()) {
        const [name, value] = pairOf(set);
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const { status } = response;
      const location = response.headers.get('Location');
      const bytes = Buffer.from(await response.arrayBuffer());
      // The text of the page as browsers show it.
      const text = new TextDecoder().decode(bytes).replace(/\s+/g, ' ');
      return { status, headers: response.headers, location, text, bytes };
    }
    return {
      get: (path) => send(path, {}),
      post: (path, fields = {}) => send(path, { method: 'POST', body: new URLSearchParams(fields) }),
      put: (path, piece, type = 'application/octet-stream') =>
        send(path, { method: 'PUT', body: piece, headers: { 'Content-Type': type } }),
    };
  }

  return {
    url,
    browser,
    async logIn(user) {
      const member = user ?? (await createStaff(api));
      const visitor = browser();
      const { status } = await visitor.post('/login', await logInFields(api, member));
      if (status !== 303) throw new Error(`The login was answered with ${status}.`);
      return { ...visitor, user: member };
    },
  };
}

/** Name and value of a cookie. */
function pairOf(cookie: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
  return [name, value];
}
