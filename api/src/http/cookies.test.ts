import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../testing/api';
import { cookiesOf } from '../../testing/cookies';
import { createUser, signIn } from '../../testing/factories';
import { KnownDevices, Users } from '../database/entities';

const FOREIGN = 'f'.repeat(43);
const password = 'correct horse';

describe('a site on https', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ env: { SITE_ORIGIN: 'https://academy.example' } });
  });
  const Origin = 'https://academy.example';
  const takeUser = (Cookie: string) => api.fetch(calls.takeUser.path, post({ Cookie, Origin }));

  it('sets every cookie for its own host only', async () => {
    const { email } = await createUser(api.deps, { password });
    const link = await api.call(calls.sendLogInLink, { body: { email } });
    const logIn = await api.call(calls.login, { body: { email, password, remember: true } });
    const cookies = { ...cookiesOf(link), ...cookiesOf(logIn) };
    expect(Object.keys(cookies).sort()).toEqual([
      '__Host-Http-isa-checkout',
      '__Host-Http-isa-device',
      '__Host-Http-isa-login-link',
      '__Host-Http-token',
      '__Host-isa-session',
    ]);
    for (const [name, { attributes }] of Object.entries(cookies)) {
      expect(attributes).toMatchObject({ path: '/', secure: true, samesite: 'lax' });
      expect(attributes).not.toHaveProperty('domain');
      expect([name, attributes['httponly'] === true]).toEqual([name, name !== '__Host-isa-session']);
    }
  });

  it('ignores a session that another host of the domain, or a script of a page, has planted', async () => {
    const [own, planted] = [await signIn(api.deps), await signIn(api.deps)];
    const both = await takeUser(`token=${planted.token}; __Host-Http-token=${own.token}; token=${FOREIGN}`);
    expect(await both.json()).toMatchObject({ name: own.user.name });
    for (const name of ['token', '__Host-token', '__http-token']) {
      expect((await takeUser(`${name}=${planted.token}`)).status).toBe(401);
    }
  });

  it('ignores the planted secret of a checkout, a device or a login link', async () => {
    const { email } = await createUser(api.deps, { password });
    const planted = `isa-login-link=${FOREIGN}; isa-device=${FOREIGN}; isa-checkout=${FOREIGN}`;
    const asked = await api.call(calls.sendLogInLink, { body: { email } }, { headers: { Cookie: planted } });
    expect(cookiesOf(asked)['__Host-Http-isa-login-link']?.value).not.toBe(FOREIGN);
  });
});

describe('a site on http', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  const Origin = 'http://localhost:3000';

  it.each([
    ['before', (own: string) => `token=${FOREIGN}; a=b; token=${own}`],
    ['after', (own: string) => `token=${own};token=${FOREIGN}`],
    ['empty, before', (own: string) => `token=; token=${own}`],
    ['many, before', (own: string) => `${'token=x; '.repeat(500)}token=${own}`],
  ])('finds the session with a foreign cookie of its name: %s', async (_where, cookies) => {
    const { user, token } = await signIn(api.deps);
    const response = await api.fetch(calls.takeUser.path, post({ Origin, Cookie: cookies(token) }));
    expect(await response.json()).toMatchObject({ name: user.name });
    expect(cookiesOf(response)).toEqual({});
  });

  it('tries only a few of many invented sessions', async () => {
    const verify = jest.spyOn(api.deps.sessions, 'verify');
    const invented = Array.from({ length: 300 }, (_, at) => `token=${String(at).padStart(43, 'x')}`);
    const response = await api.fetch(calls.takeUser.path, post({ Origin, Cookie: invented.join('; ') }));
    expect(response.status).toBe(401);
    expect(verify.mock.calls.length).toBeLessThanOrEqual(8);
    verify.mockRestore();
  });

  it('logs out of every session that the browser sends, and clears the cookie once', async () => {
    const { token } = await signIn(api.deps);
    const headers = { Origin, Cookie: `token=${FOREIGN}; token=${token}` };
    const response = await api.fetch(calls.logout.path, post(headers));
    expect(cookiesOf(response)['token']?.value).toBe('');
    expect((await api.refuse(calls.takeUser, { body: { token } })).status).toBe(401);
  });

  it('remembers the device of a browser that sends two values of its secret', async () => {
    const { email } = await createUser(api.deps, { password });
    const logIn = (Cookie: string) =>
      api.call(calls.login, { body: { email, password } }, { headers: { Cookie } });
    const deviceOf = (response: Parameters<typeof cookiesOf>[0]) =>
      cookiesOf(response)['isa-device']?.value ?? '';
    const [one, two] = [deviceOf(await logIn('')), deviceOf(await logIn(''))];
    await logIn(`isa-device=${one}; isa-device=${two}`);
    const { id: userId } = await api.deps.db.getRepository(Users).findOneByOrFail({ emailKey: email });
    expect(await api.deps.db.getRepository(KnownDevices).countBy({ userId })).toBe(1);
  });
});

function post(headers: Readonly<Record<string, string>>) {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: '{}' };
}
