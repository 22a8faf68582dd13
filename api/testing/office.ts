import { createServer } from 'node:http';
import { createOfficeApp } from '../src/roles/web';
import { Staff, type User } from '../src/database/entities';
import type { TestApi } from './api';
import { createUser } from './factories';
import { serve } from './test-server';

export const STAFF_PASSWORD = 'a long password for staff';

/** A browser without scripts at the office: it keeps the cookie, and follows no redirect. */
export interface OfficeBrowser {
  get(path: string): Promise<OfficeResponse>;
  /** Submits a form from a page of the office. */
  post(path: string, fields?: Record<string, string> | URLSearchParams): Promise<OfficeResponse>;
}

export interface OfficeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string | null;
  readonly text: string;
}

/** The office's pages in front of a test API's database. */
export interface TestOffice {
  readonly url: string;
  /** A browser with this cookie, by default none. */
  browser(cookie?: string): OfficeBrowser;
  /** A member of staff who has just logged in. */
  logIn(user?: User): Promise<OfficeBrowser & { readonly user: User }>;
}

/** A confirmed account with the role `staff`. */
export async function createStaff({ deps }: TestApi): Promise<User> {
  const user = await createUser(deps, { password: STAFF_PASSWORD, emailVerifiedAt: deps.now() });
  await deps.db.getRepository(Staff).insert({ userId: user.id, grantedAt: deps.now(), grantedBy: null });
  return user;
}

/** Starts the office until the tests of the file have ended. */
export async function startOffice(api: TestApi): Promise<TestOffice> {
  const server = createServer((request, response) => void handle(request, response));
  const { origin: url } = await serve(server);
  const env = { ...api.deps.env, officeOrigin: url };
  const handle = createOfficeApp({ ...api.deps, env }).callback();

  function browser(initial = ''): OfficeBrowser {
    let cookie = initial;
    async function send(path: string, init: RequestInit): Promise<OfficeResponse> {
      const headers = { Accept: 'text/html', Origin: url, ...(cookie && { Cookie: cookie }) };
      const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
      const [set] = response.headers.getSetCookie();
      if (set !== undefined) cookie = set.split(';')[0] ?? '';
      const { status } = response;
      const location = response.headers.get('Location');
      // The text of the page as browsers show it.
      const text = (await response.text()).replace(/\s+/g, ' ');
      return { status, headers: response.headers, location, text };
    }
    return {
      get: (path) => send(path, {}),
      post: (path, fields = {}) => send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    };
  }

  return {
    url,
    browser,
    async logIn(user) {
      const member = user ?? (await createStaff(api));
      const visitor = browser();
      const fields = { email: member.email, password: STAFF_PASSWORD, next: '/orders' };
      const { status } = await visitor.post('/login', fields);
      if (status !== 303) throw new Error(`The log-in was answered with ${status}.`);
      return { ...visitor, user: member };
    },
  };
}
