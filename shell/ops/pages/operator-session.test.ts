import { OperatorsHouse, token } from './testing/operators-house';

const canary = { action: 'promote', part: 'shop', version: '1.5.0', percent: '5', force: 'yes' };

let house: OperatorsHouse;
beforeEach(async () => {
  house = await OperatorsHouse.open();
});
afterEach(() => house.close());

describe('without a session', () => {
  it('nothing is shown and nothing is done', async () => {
    for (const address of [
      '/ops',
      '/ops/releases',
      '/ops/releases/confirm?action=rollback&part=shop',
      '/ops/x',
    ]) {
      const response = await house.get(address);
      expect([response.status, response.headers.get('location')]).toEqual([303, '/ops/login']);
    }
    const response = await house.post('/ops/releases', { ...canary, revision: '1', proof: '' });
    expect(response.headers.get('location')).toBe('/ops/login');
    expect((await house.registry()).revision).toBe(1);
  });

  it('a wrong token is refused, whatever it looks like', async () => {
    for (const wrong of ['', 'x', `${token}x`, token.toUpperCase()]) {
      const response = await house.post('/ops/login', { who: 'Eve', token: wrong });
      expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
      expect(await response.text()).toContain('This is not the operators’ token.');
    }
  });

  it('guessing ends after five attempts from one address, also with the right token', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      await house.post('/ops/login', { who: 'Eve', token: 'x' });
    const response = await house.post('/ops/login', { who: 'Eve', token });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('somebody who says no name is asked for it: the history names everyone', async () => {
    expect((await house.post('/ops/login', { who: '  ', token })).status).toBe(400);
  });

  it('a login form of another site is not taken', async () => {
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }]) {
      expect((await house.post('/ops/login', { who: 'Eve', token }, headers)).status).toBe(403);
    }
  });
});

describe('a session', () => {
  it('is a cookie that scripts, other sites and other paths never see', async () => {
    const { headers } = await house.post('/ops/login', { who: 'Ada', token });
    expect(headers.get('set-cookie')).toMatch(
      /^isa_operator=[\w.-]+; Path=\/ops; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    );
    await house.close();
    house = await OperatorsHouse.open({ secure: true });
    expect((await house.post('/ops/login', { who: 'Ada', token })).headers.get('set-cookie')).toContain(
      '; Secure',
    );
  });

  it('cannot be made up or altered', async () => {
    const cookie = await house.logIn();
    const [text = '', signature = ''] = cookie.replace('isa_operator=', '').split('.');
    const other = Buffer.from(text, 'base64url').toString().replace('Ada', 'Eve');
    for (const forged of [
      `isa_operator=${Buffer.from(other).toString('base64url')}.${signature}`,
      `isa_operator=${text}.`,
      `isa_operator=${text}`,
      'isa_operator=',
    ]) {
      expect((await house.get('/ops/releases', forged)).headers.get('location')).toBe('/ops/login');
    }
    expect((await house.get('/ops/releases', cookie)).status).toBe(200);
  });

  it('ends after eight hours, and with a log out', async () => {
    const cookie = await house.logIn();
    const proof = /name="proof" value="([^"]+)"/.exec(
      await (await house.get('/ops/releases', cookie)).text(),
    )?.[1];
    await house.post('/ops/logout', { proof: proof ?? '' }, { Cookie: cookie });
    expect((await house.get('/ops/releases', cookie)).status).toBe(303);

    const another = await house.logIn();
    expect((await house.get('/ops/releases', another)).status).toBe(200);
    house.seen.now = new Date(Date.now() + 8 * 60 * 60 * 1_000 + 1_000);
    expect((await house.get('/ops/releases', another)).status).toBe(303);
  });
});
