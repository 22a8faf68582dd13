import { request } from 'node:http';
import { startApi, type TestApi } from '../../testing/api';
import { createUser, signIn } from '../../testing/factories';
import {
  createStaff,
  freshCode,
  logInFields,
  startOffice,
  STAFF_PASSWORD,
  type TestOffice,
} from '../../testing/office';
import { Sessions, Staff, type User, Users } from '../database/entities';

let api: TestApi;
let office: TestOffice;
beforeAll(async () => {
  api = await startApi();
  office = await startOffice(api);
});

const PAGES = [
  '/',
  '/orders',
  '/orders/1',
  '/orders/1/refund',
  '/orders/1/address',
  '/orders/1/close',
  '/orders/1/invoice',
  '/orders/print',
  '/invoices/1',
  '/refunds/1/credit-note',
  '/credit-notes/1',
  '/reports',
  '/reports/2026-11',
  '/reports/2026-11/csv',
  '/enquiries',
  '/enquiries/1',
  '/catalogue',
  '/catalogue/post',
  '/catalogue/post/new',
  '/catalogue/book/1',
  '/catalogue/book/1/versions/1',
  '/customers',
  '/customers/1',
  '/customers/1/premium',
  '/newsletter',
  '/newsletter.csv',
  '/newsletter/1/remove',
  '/staff',
  '/staff/1/link',
  '/staff/1/withdraw',
  '/staff-view',
  '/authenticator',
  '/passkeys',
  '/passkeys/confirm',
  '/passkeys/new',
  '/passkeys/1/remove',
];
const MINUTE_MS = 60_000;

test('asks guests to log in, and leads back to the page', async () => {
  const { status, location } = await office.browser().get('/orders/1?from=mail');
  expect([status, location]).toEqual([303, '/login?next=%2Forders%2F1%3Ffrom%3Dmail']);
  const user = await createStaff(api);
  const fields = { ...(await logInFields(api, user)), next: '/orders/1?from=mail' };
  expect((await office.browser().post('/login', fields)).location).toBe('/orders/1?from=mail');
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
  'leads to no other site after the login (%s)',
  async (next) => {
    const user = await createStaff(api);
    const { location } = await office.browser().post('/login', { ...(await logInFields(api, user)), next });
    expect(location).toBe('/');
  },
);

test.each(PAGES)('%s does not exist for a customer', async (path) => {
  const customer = await signIn(api.deps);
  for (const cookie of [`isa-office=${customer.token}`, `token=${customer.token}`]) {
    const browser = office.browser(cookie);
    expect((await browser.get(path)).status).toBe(404);
    expect((await browser.post(path)).status).toBe(404);
  }
});

test.each(PAGES)('%s exists only at the office', async (path) => {
  expect((await api.fetch(`/api/office${path}`)).status).toBe(404);
  expect((await api.fetch(path === '/' ? '/office' : path)).status).toBe(404);
});

test('refuses a customer with the right password like a wrong password', async () => {
  const customer = await createUser(api.deps, { password: STAFF_PASSWORD, emailVerifiedAt: api.deps.now() });
  const staff = await createStaff(api);
  const tryLogIn = (email: string, password: string) =>
    office.browser().post('/login', { email, password, next: '/' });

  const [asCustomer, wrong] = [
    await tryLogIn(customer.email, STAFF_PASSWORD),
    await tryLogIn(staff.email, 'a wrong password'),
  ];
  expect([asCustomer.status, wrong.status]).toEqual([401, 401]);
  const text = ({ text: page }: { readonly text: string }) =>
    page.replaceAll(/(?:value|data-passkey)="[^"]*"/g, '');
  expect(text(asCustomer)).toBe(text(wrong));
  expect(asCustomer.text).toContain(`value="${customer.email}"`);
  expect(asCustomer.text).not.toContain(STAFF_PASSWORD);
});

test('an office session opens no page of the customer’s account', async () => {
  const { user } = await office.logIn();
  const sessions = await api.deps.db.getRepository(Sessions).findBy({ userId: user.id });
  expect(sessions.map(({ audience }) => audience)).toEqual(['office']);
  const cookie = await cookieOf(user);
  const { status } = await api.fetch('/api/account', { headers: { Cookie: `token=${cookie}` } });
  expect(status).toBe(401);
});

async function cookieOf(user: User): Promise<string> {
  const { headers } = await office.browser().post('/login', await logInFields(api, user));
  const cookie = headers.getSetCookie()[0] ?? '';
  expect(cookie).toMatch(/httponly/i);
  return /^isa-office=([^;]+)/.exec(cookie)?.[1] ?? '';
}

test('a password that is reset while it is compared starts no session', async () => {
  const user = await createStaff(api);
  const { matches } = api.deps.passwords;
  jest.spyOn(api.deps.passwords, 'matches').mockImplementationOnce(async (...compared) => {
    const isRight = await matches(...compared);
    await api.deps.db.getRepository(Users).update({ id: user.id }, { passwordHash: 'of the new password' });
    return isRight;
  });
  expect((await office.browser().post('/login', await logInFields(api, user))).status).toBe(401);
  expect(await api.deps.db.getRepository(Sessions).countBy({ userId: user.id })).toBe(0);
});

test('a logout ends the session', async () => {
  const browser = await office.logIn();
  expect((await browser.get('/orders')).status).toBe(200);
  const { location, headers } = await browser.post('/logout');
  expect(location).toBe('/login');
  // What was typed and not saved does not stay for the next user of the browser.
  expect(headers.get('Clear-Site-Data')).toBe('"storage"');
  expect((await browser.get('/orders')).status).toBe(303);
});

test('a withdrawn role ends the access at once', async () => {
  const [first, second] = [await office.logIn(), await office.logIn()];
  expect((await first.get('/staff')).text).toContain(`/staff/${second.user.id}/withdraw"`);
  expect((await first.post(`/staff/${second.user.id}/withdraw`)).status).toBe(303);
  expect((await second.get('/orders')).status).toBe(404);
});

test('the withdrawal of a role is confirmed on a page of its own, and not offered for one’s own', async () => {
  const [browser, { user: colleague }] = [await office.logIn(), await office.logIn()];
  const { text } = await browser.get('/staff');
  expect(text).toContain(`class="danger" href="/staff/${colleague.id}/withdraw"`);
  expect(text).not.toContain(`/staff/${browser.user.id}/withdraw`);
  expect(text).toContain(`${browser.user.name} <span class="tag plain">You</span>`);
  const page = (await browser.get(`/staff/${colleague.id}/withdraw`)).text;
  expect(page).toContain('<button type="submit" class="danger">Withdraw the role</button>');
  expect(await api.deps.db.getRepository(Staff).existsBy({ userId: colleague.id })).toBe(true);
});

test('a member of staff cannot withdraw their own role', async () => {
  const browser = await office.logIn();
  expect((await browser.post(`/staff/${browser.user.id}/withdraw`)).status).toBe(403);
  expect(await api.deps.db.getRepository(Staff).existsBy({ userId: browser.user.id })).toBe(true);
});

test('grants the role to a confirmed account only, and keeps what was typed', async () => {
  const browser = await office.logIn();
  const unconfirmed = await createUser(api.deps);
  const refused = await browser.post('/staff', { email: unconfirmed.email });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(`value="${unconfirmed.email}"`);
  expect((await browser.post('/staff', { email: 'no address' })).status).toBe(422);

  const confirmed = await createUser(api.deps, { password: STAFF_PASSWORD, emailVerifiedAt: api.deps.now() });
  expect((await browser.post('/staff', { email: confirmed.email })).status).toBe(200);
  const [row] = await api.deps.db.getRepository(Staff).findBy({ userId: confirmed.id });
  expect(row?.grantedBy).toBe(browser.user.id);
});

test('asks for password and code before a sensitive change, a quarter of an hour after the login', async () => {
  const browser = await office.logIn();
  expect((await browser.get('/staff')).text).not.toContain('Your password');
  api.advance(16 * MINUTE_MS);
  expect((await browser.get('/staff')).text).toContain('Your password');
  const { email } = await createUser(api.deps, { emailVerifiedAt: api.deps.now() });

  const code = await freshCode(api, browser.user);
  for (const proof of [
    { password: 'a guess', code },
    { password: STAFF_PASSWORD, code: '000000' },
  ]) {
    const refused = await browser.post('/staff', { email, ...proof });
    expect([refused.status, refused.text.includes(email)]).toEqual([401, true]);
  }
  const { status, text } = await browser.post('/staff', { email, password: STAFF_PASSWORD, code });
  expect([status, text.includes('/enrol/')]).toEqual([200, true]);
  expect((await browser.get('/staff')).text).not.toContain('Your password');
});

test('records each change with the account that made it', async () => {
  const browser = await office.logIn();
  await browser.post('/staff', { email: 'nobody@example.org' });
  const events = (await api.securityEvents()).filter(({ account }) => account === browser.user.id);
  expect(events).toContainEqual(expect.objectContaining({ event: 'staff-log-in', result: 'success' }));
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'staff-action', result: 'refused', route: '/staff', target: '/staff' }),
  );
});

test('refuses a form from a page of another origin', async () => {
  const browser = await office.logIn();
  const response = await fetch(`${office.url}/logout`, {
    method: 'POST',
    headers: { Origin: api.deps.env.siteOrigin, 'Sec-Fetch-Site': 'same-site' },
    redirect: 'manual',
  });
  expect(response.status).toBe(403);
  expect((await browser.get('/orders')).status).toBe(200);
});

test('answers for no other host', async () => {
  const status = await new Promise((resolve, reject) => {
    request(`${office.url}/login`, { headers: { Host: 'localhost:3000' } }, (response) => {
      resolve(response.statusCode);
      response.destroy();
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(421);
});

test('pages allow no frames, are not stored, and allow a script only with a passkey button', async () => {
  const browser = await office.logIn();
  const policyOf = async (path: string) =>
    (await browser.get(path)).headers.get('Content-Security-Policy') ?? '';
  const { headers } = await browser.get('/orders');
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('script-src');
  expect(await policyOf('/login')).toMatch(/script-src 'sha256-[\w+/=]{44}';/);
  expect(headers.get('Cache-Control')).toBe('no-store');
});

test('an unknown page is a page that says so', async () => {
  const { status, text } = await (await office.logIn()).get('/nothing');
  expect(status).toBe(404);
  expect(text).toContain('Page not found');
});
