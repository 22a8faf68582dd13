import { calls } from '@isa/api-contract';
import { type TestApi, startApi } from '../../../testing/api';
import { cookiesOf } from '../../../testing/cookies';
import { type SignedIn, signIn } from '../../../testing/factories';
import { STAFF_PASSWORD, startOffice, type TestOffice } from '../../../testing/office';
import { Sessions, Staff } from '../../database/entities';
import { withdrawStaff } from '../../office/people/staff';
import { SESSION_MS } from '../../http/session';
import { issueMailToken, LINK_LIFE_MS } from './mail-tokens';

let api: TestApi;
let office: TestOffice;
beforeAll(async () => {
  api = await startApi();
  office = await startOffice(api);
});

const site = () => api.deps.env.siteOrigin;
const PATH = calls.beginStaffView.path;
type Headers = Readonly<Record<string, string>>;

/** A member of staff, and the ticket in the form that the office shows. */
async function openForm() {
  const browser = await office.logIn();
  const page = await browser.get('/staff-view');
  const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(page.text) ?? [];
  return { browser, page, ticket };
}

/** Sends the form as a browser does. */
const send = (ticket: string, headers: Headers = { Origin: api.deps.env.officeOrigin }) =>
  api.fetch(PATH, {
    method: 'POST',
    headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate', ...headers },
    body: new URLSearchParams({ ticket }),
  });

async function begin() {
  const { browser, ticket } = await openForm();
  const response = await send(ticket);
  const cookies = cookiesOf(response);
  const token = cookies['isa-staff-view']?.value ?? '';
  return { browser, ticket, response, cookies, token, cookie: `isa-staff-view=${token}; isa-staff=1` };
}

/** What the shell asks. */
async function until(cookie: string): Promise<string | null> {
  const headers = { Cookie: cookie };
  return (await api.call(calls.readStaffView, {}, { headers })).body.until;
}

const sessions = () => api.deps.db.getRepository(Sessions);
const viewsOf = (userId: number) => sessions().countBy({ userId, audience: 'staff' });

const end = (cookie: string, headers: Headers) =>
  api.fetch(calls.endStaffView.path, { method: 'POST', headers: { Cookie: cookie, ...headers } });

describe('the staff view', () => {
  it('begins with the form of the office, in a cookie that no script reads', async () => {
    const { response, cookies, cookie } = await begin();
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/']);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(cookies['isa-staff-view']?.attributes).toMatchObject({
      httponly: true,
      samesite: 'lax',
      path: '/',
    });
    // The marker only makes the shell ask.
    expect(cookies['isa-staff']?.attributes).not.toHaveProperty('httponly');
    const ends = new Date((await until(cookie)) ?? 0).getTime() - api.deps.now().getTime();
    expect(ends).toBeGreaterThan(SESSION_MS - 60_000);
    expect(ends).toBeLessThanOrEqual(SESSION_MS);
  });

  it('is offered by a page that sends its form to the site only, and says where it comes from', async () => {
    const { page } = await openForm();
    expect(page.headers.get('Content-Security-Policy')).toContain(`form-action 'self' ${site()};`);
    // By `same-origin`, a browser would send `Origin: null`.
    expect(page.headers.get('Referrer-Policy')).toBe('strict-origin');
    expect(page.text).toContain(`action="${site()}${PATH}" method="post"`);
  });

  it.each([
    ['a page of the site, such as a script of a remote', () => ({ Origin: site() })],
    ['another site', () => ({ Origin: 'https://evil.example' })],
    ['a sandboxed frame', () => ({ Origin: 'null' })],
    ['a site that begins like the office', () => ({ Origin: `${api.deps.env.officeOrigin}.evil.example` })],
    ['a client that names no origin', () => ({})],
    [
      'a page that only pretends by its referrer',
      () => ({ Referer: `${api.deps.env.officeOrigin}/staff-view` }),
    ],
  ])('is not begun by %s, even with a valid ticket', async (_, headers) => {
    const { ticket } = await openForm();
    const response = await send(ticket, headers());
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
    // The ticket is still the member's.
    expect((await send(ticket)).status).toBe(303);
  });

  it('is not begun by a link', async () => {
    const { ticket } = await openForm();
    for (const address of [`${PATH}?ticket=${ticket}`, `${PATH}/${ticket}`]) {
      const response = await api.fetch(address, { headers: { Origin: api.deps.env.officeOrigin } });
      expect(cookiesOf(response)['isa-staff-view']?.value ?? '').toBe('');
      const posted = await api.fetch(address, {
        method: 'POST',
        headers: { Origin: api.deps.env.officeOrigin },
      });
      expect(posted.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('is begun once by each ticket, also by requests at the same time', async () => {
    const { ticket } = await openForm();
    const responses = await Promise.all([send(ticket), send(ticket), send(ticket)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
    const again = await send(ticket);
    expect(again.status).toBe(410);
    expect(await again.text()).toContain(`href="${api.deps.env.officeOrigin}/staff-view"`);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('is not begun by a ticket that is older than five minutes, invented, or of another kind', async () => {
    const { ticket } = await openForm();
    api.advance(LINK_LIFE_MS['staff-view'] + 1_000);
    expect((await send(ticket)).status).toBe(410);
    expect((await send('x'.repeat(43))).status).toBe(410);
    const { token } = await signIn(api.deps);
    expect((await send(token)).status).toBe(410);
  });

  it.each(['', 'isa-staff=1', `isa-staff-view=${'x'.repeat(43)}; isa-staff=1`])(
    'is shown to no browser that forges its cookies (%j), which then loses them',
    async (cookie) => {
      const { body, headers } = await api.call(calls.readStaffView, {}, { headers: { Cookie: cookie } });
      expect(body).toEqual({ until: null });
      const { 'isa-staff': marker, 'isa-staff-view': token } = cookiesOf({ headers });
      expect([marker?.value, token?.value]).toEqual(['', '']);
      expect(headers.get('Cache-Control')).toBe('no-store');
    },
  );

  it('opens no account, and the session of a customer or of the office is none', async () => {
    const { token } = await begin();
    expect((await api.refuse(calls.takeUser, { body: { token } })).status).toBe(401);
    const cookies = { Cookie: `token=${token}; isa-office=${token}` };
    expect((await api.refuse(calls.readAccount, {}, { headers: cookies })).status).toBe(401);
    expect((await office.browser(`isa-office=${token}`).get('/orders')).status).toBe(303);
    const customer = await signIn(api.deps);
    expect(await until(`isa-staff-view=${customer.token}`)).toBeNull();
  });

  it('is ended by its holder, and by no other site', async () => {
    const { cookie } = await begin();
    for (const headers of [{}, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'same-site' }]) {
      expect((await end(cookie, headers)).status).toBe(403);
    }
    expect(await until(cookie)).not.toBeNull();
    expect((await end(cookie, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    // Another process, or a copy of the cookie, does not know it either.
    expect(await until(cookie)).toBeNull();
  });

  it('ends after a tenth of a day, with all sessions of its holder, and with the role', async () => {
    const [late, everywhere, withdrawn] = [await begin(), await begin(), await begin()];
    await api.deps.sessions.endAll(api.deps.db.manager, everywhere.browser.user.id);
    const pending = await withdrawn.browser.get('/staff-view');
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(pending.text) ?? [];
    const colleague = await office.logIn();
    await colleague.post(`/staff/${withdrawn.browser.user.id}/withdraw`);
    expect((await send(ticket)).status).toBe(410);
    const rows = await api.deps.db.getRepository(Sessions).findBy({ audience: 'staff' });
    const holders = rows.map(({ userId }) => userId);
    expect(holders).toContain(late.browser.user.id);
    expect(holders).not.toContain(everywhere.browser.user.id);
    expect(holders).not.toContain(withdrawn.browser.user.id);
    api.advance(SESSION_MS + 1_000);
    expect(await until(late.cookie)).toBeNull();
  });

  it('is not begun without the role, such as by a form that was made while it was withdrawn', async () => {
    const { user } = await signIn(api.deps);
    const ticket = await issueMailToken(api.deps.db.manager, user.id, 'staff-view', api.deps.now());
    const response = await send(ticket);
    expect(response.status).toBe(410);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await viewsOf(user.id)).toBe(0);
  });

  it('is not begun when the role is withdrawn after the ticket is used, and before the session is saved', async () => {
    const { browser, ticket } = await openForm();
    const { db, now } = api.deps;
    const rows = sessions();
    const insert = rows.insert.bind(rows);
    jest.spyOn(rows, 'insert').mockImplementationOnce(async (session) => {
      await withdrawStaff(db.manager, browser.user.id, now());
      return insert(session);
    });
    const response = await send(ticket);
    expect(response.status).toBe(410);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await viewsOf(browser.user.id)).toBe(0);
  });

  it('is shown to nobody without the role, even if its session is still there', async () => {
    const { browser, cookie } = await begin();
    expect(await until(cookie)).not.toBeNull();
    await api.deps.db.getRepository(Staff).delete({ userId: browser.user.id });
    expect(await until(cookie)).toBeNull();
  });

  const ends: readonly (readonly [string, (member: SignedIn) => Promise<unknown>])[] = [
    ['logs out everywhere', (member) => api.call(calls.endAllSessions, { body: {} }, member)],
    [
      'changes the password',
      (member) => {
        const body = { currentPassword: STAFF_PASSWORD, newPassword: 'another password for staff' };
        return api.call(calls.changePassword, { body }, member);
      },
    ],
    [
      'changes the login at the office, where one session stays open',
      async ({ user }) => {
        const { id } = await sessions().findOneByOrFail({ userId: user.id, audience: 'office' });
        await api.deps.sessions.endAll(api.deps.db.manager, user.id, id);
      },
    ],
  ];
  it.each(ends)('is not begun by a form that was opened before the member %s', async (_, change) => {
    const { browser, ticket } = await openForm();
    await change(await signIn(api.deps, browser.user));
    expect((await send(ticket)).status).toBe(410);
    expect(await viewsOf(browser.user.id)).toBe(0);
  });

  it('is only read when the shell asks: no row is deleted, whatever session a cookie names', async () => {
    const customer = await signIn(api.deps);
    const { browser, cookie } = await begin();
    await api.deps.db.getRepository(Staff).delete({ userId: browser.user.id });
    expect(await until(`isa-staff-view=${customer.token}`)).toBeNull();
    expect(await until(cookie)).toBeNull();
    expect(await sessions().countBy({ userId: customer.user.id })).toBe(1);
    expect(await viewsOf(browser.user.id)).toBe(1);
  });

  it('is no login of the customer: their lists say what it is, and the office counts no session', async () => {
    const { browser } = await begin();
    const id = browser.user.id;
    const current = async () => (await browser.get(`/customers/${id}`)).text;
    expect(await current()).toMatch(/Current session<\/dt> <dd[^>]*>none/);
    const me = await signIn(api.deps, browser.user);
    expect(await current()).toMatch(/Current session<\/dt> <dd[^>]*>since/);
    const listed = await api.call(calls.listSessions, {}, me);
    const audiences = listed.body.sessions.map(({ audience }) => audience);
    expect(audiences).toEqual(['site', 'staff', 'office']);
    const exported = await api.call(calls.exportAccount, {}, me);
    expect(exported.body.sessions.map(({ audience }) => audience)).toEqual(audiences);
  });

  it('replaces the earlier one of the browser', async () => {
    const first = await begin();
    const { ticket } = await openForm();
    await send(ticket, { Origin: api.deps.env.officeOrigin, Cookie: first.cookie });
    const rows = await api.deps.db.getRepository(Sessions).findBy({ audience: 'staff' });
    expect(rows.map(({ userId }) => userId)).not.toContain(first.browser.user.id);
  });

  it('is in the security log with the account', async () => {
    const { browser, ticket } = await begin();
    await send(ticket);
    const events = (await api.securityEvents()).filter(({ event }) => event === 'staff-view');
    expect(events).toContainEqual(expect.objectContaining({ result: 'success', account: browser.user.id }));
    expect(events.at(-1)).toMatchObject({ result: 'failure', account: null });
  });

  it('is no success in the security log if no session has begun', async () => {
    const { browser, ticket } = await openForm();
    const account = browser.user.id;
    await api.deps.db.getRepository(Staff).delete({ userId: account });
    await send(ticket);
    const events = (await api.securityEvents()).filter(({ event }) => event === 'staff-view');
    expect(events.filter((event) => event.account === account)).toEqual([
      expect.objectContaining({ result: 'failure' }),
    ]);
  });
});
