import { calls, messages, paths, sentAnchors } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { cookiesOf } from '../../../testing/cookies';
import { createUser } from '../../../testing/factories';
import { Users } from '../../database/entities';

/** Submits the pages' forms like a browser without scripts. */
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const site = () => api.deps.env.siteOrigin;

interface Submission {
  /** The page with the form. */
  readonly from: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function post(path: string, fields: Record<string, string>, { from, headers }: Submission) {
  return api.fetch(path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Accept: ACCEPT,
      Origin: site(),
      'Sec-Fetch-Site': 'same-origin',
      Referer: site() + from,
      ...headers,
    },
    body: new URLSearchParams(fields),
  });
}

async function pageOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const markup = await response.text();
  return {
    markup,
    errors: [...markup.matchAll(/<p class="error"[^>]*>([^<]*)</g)].map(([, text]) => text),
    alert: /role="alert">\s*([^<]*?)\s*</.exec(markup)?.[1],
    value: (name: string) => new RegExp(` name="${name}"[^>]* value="([^"]*)"`).exec(markup)?.[1],
  };
}

const account = (email: string) => ({
  username: 'lovelace',
  name: 'Ada Lovelace',
  email,
  password: 'correct horse battery',
  confirmation: 'correct horse battery',
  terms: 'on',
});

describe('the log-in form', () => {
  const password = 'correct horse battery';

  test.each([
    ['/login', {}, '/'],
    ['/login?next=%2Fmy-courses', {}, '/my-courses'],
    ['/login?next=%2F%2Fevil.example', {}, '/'],
    // The form that was shown again names it, since its own page has no query.
    ['/api/login', { next: '/my-orders' }, '/my-orders'],
  ])('from %s with %j leads to the page that the visitor came from', async (from, fields, location) => {
    const { email } = await createUser(api.deps, { password });
    const response = await post(calls.login.path, { email, password, ...fields }, { from });

    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
    expect(await response.text()).not.toContain(cookiesOf(response)['token']?.value);
    const token = cookiesOf(response)['token']?.value ?? '';
    await api.call(calls.takeUser, { body: { token } });
  });

  test('keeps the cookies for the browser session only, unless the box is ticked', async () => {
    const { email } = await createUser(api.deps, { password });
    const log = (fields: Record<string, string>) =>
      post(calls.login.path, { email, password, ...fields }, { from: '/login' });

    expect(cookiesOf(await log({}))['token']?.attributes).not.toHaveProperty('expires');
    expect(cookiesOf(await log({ remember: 'on' }))['token']?.attributes).toHaveProperty('expires');
  });

  test('shows the specified message and the e-mail again, but no password', async () => {
    const { email } = await createUser(api.deps, { password });
    const response = await post(
      calls.login.path,
      { email, password: 'wrong password', remember: 'on' },
      { from: '/login?next=%2Faccount' },
    );

    expect(response.status).toBe(401);
    expect(cookiesOf(response)).toEqual({});
    const page = await pageOf(response);
    expect(page.alert).toBe(messages.account.invalidCredentials);
    expect([page.value('email'), page.value('password'), page.value('next')]).toEqual([
      email,
      '',
      '/account',
    ]);
    expect(page.markup).not.toContain('wrong password');
    expect(page.markup).toMatch(/name="remember" checked/);
  });

  test.each([
    [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    [{ Origin: 'null', 'Sec-Fetch-Site': '' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
  ])('of another site logs nobody in: %j', async (headers) => {
    const { email } = await createUser(api.deps, { password });
    for (const Accept of [ACCEPT, '*/*']) {
      const response = await post(
        calls.login.path,
        { email, password },
        { from: '/login', headers: { Accept, ...headers } },
      );
      expect(response.status).toBe(403);
      expect(cookiesOf(response)).toEqual({});
    }
  });
});

describe('the registration form', () => {
  test('creates the account and leads to the log-in page, which keeps where to go on', async () => {
    const response = await post(calls.signup.path, account('ada@plain.example'), {
      from: '/register?next=%2Fmy-courses',
    });

    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `${paths.login('/my-courses')}#${sentAnchors.signup}`,
    ]);
    expect(await api.deps.db.getRepository(Users).countBy({ email: 'ada@plain.example' })).toBe(1);
  });

  test('shows the specified messages beside the fields', async () => {
    const { confirmation, ...rest } = account('ada@');
    const page = await pageOf(
      await post(calls.signup.path, { ...rest, username: 'a1', name: 'A' }, { from: '/register' }),
    );
    expect(page.errors).toEqual([messages.account.passwordsDiffer]);

    const fields = { ...rest, confirmation, username: 'lov3', name: 'A', password: 'short' };
    const differing = await post(calls.signup.path, fields, { from: '/register' });
    expect((await pageOf(differing)).errors).toEqual([messages.account.passwordsDiffer]);

    const invalid = { ...fields, confirmation: 'short' };
    const shown = await pageOf(await post(calls.signup.path, invalid, { from: '/register' }));
    const { nameHasNumber, nameTooShort, emailInvalid, passwordTooShort } = messages.account;
    expect(shown.errors).toEqual([nameHasNumber, nameTooShort, emailInvalid, passwordTooShort]);
    expect([shown.value('name'), shown.value('password')]).toEqual(['A', '']);
  });

  test('needs the terms, and names an address that is registered', async () => {
    const { terms, ...without } = account('twice@plain.example');
    const refused = await pageOf(await post(calls.signup.path, without, { from: '/register' }));
    expect(refused.errors).toEqual([messages.account.termsMissing]);

    await post(calls.signup.path, { ...without, terms }, { from: '/register' });
    const again = await post(calls.signup.path, { ...without, terms }, { from: '/register' });
    expect(again.status).toBe(409);
    expect((await pageOf(again)).errors).toEqual([messages.account.emailAlreadyRegistered]);
  });
});

describe('the forms for a forgotten password', () => {
  test('send a link, whose page sets the new password', async () => {
    const { email } = await createUser(api.deps, { password: 'correct horse battery' });
    const asked = await post(calls.forgotPassword.path, { email }, { from: paths.forgotPassword });
    expect([asked.status, asked.headers.get('location')]).toEqual([
      303,
      `${paths.login()}#${sentAnchors.forgotPassword}`,
    ]);
    await api.deps.background.settled();
    const [mail] = await api.mails(email);
    const token = /\/reset\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';

    // The page's form cannot name the token.
    const submit = { from: paths.reset(token) };
    const fields = { newPassword: 'battery staple', confirmation: 'battery staple' };
    const forwarded = await post('/api/reset-password', fields, submit);
    const path = `/api/reset-password/${token}`;
    expect([forwarded.status, forwarded.headers.get('location')]).toEqual([307, path]);

    const differing = await pageOf(await post(path, { ...fields, confirmation: 'other staple' }, submit));
    expect(differing.errors).toEqual([messages.account.passwordsDiffer]);
    expect(differing.markup).toContain(`<form action="${path}" method="post">`);

    const done = await post(path, fields, submit);
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      `${paths.login()}#${sentAnchors.resetPassword}`,
    ]);
    await api.call(calls.login, { body: { email, password: 'battery staple' } });

    const again = await pageOf(await post(path, fields, submit));
    expect(again.alert).toBe('This link is no longer valid.');
  });

  test('refuse an address that is none, and a link that the browser did not name', async () => {
    const page = await pageOf(
      await post(calls.forgotPassword.path, { email: 'ada@' }, { from: paths.forgotPassword }),
    );
    expect(page.errors).toEqual([messages.account.emailInvalid]);

    const fields = { newPassword: 'battery staple', confirmation: 'battery staple' };
    const forwarded = await post('/api/reset-password', fields, { from: '/', headers: { Referer: '' } });
    const response = await post(forwarded.headers.get('location') ?? '', fields, { from: '/' });
    expect((await pageOf(response)).alert).toBe('This link is no longer valid.');
  });
});
