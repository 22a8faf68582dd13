import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createOperatorSessions, SESSION_SECONDS } from './operator-session';
import { canary, OperatorsFixture, token } from './testing/operators-fixture';

let fixture: OperatorsFixture;
beforeEach(async () => {
  fixture = await OperatorsFixture.open();
});

it('changes nothing by GET, not even a record of checks', async () => {
  const cookie = await fixture.logIn();
  const files = async () => (await fixture.store.storage?.list(''))?.toSorted();
  const before = await files();
  const query = new URLSearchParams(canary).toString();
  const response = await fixture.get(`/ops/releases/confirm?${query}`, cookie);
  expect([response.status, response.headers.get('location')]).toEqual([303, '/ops/releases']);
  expect(await files()).toEqual(before);
});

describe('a request without a session', () => {
  it('is redirected to the login page and changes nothing', async () => {
    for (const address of [
      '/ops',
      '/ops/releases',
      '/ops/releases/confirm?action=rollback&app=shop',
      '/ops/x',
    ]) {
      const response = await fixture.get(address);
      expect([response.status, response.headers.get('location')]).toEqual([303, '/ops/login']);
    }
    const response = await fixture.post('/ops/releases', { ...canary, revision: '1' });
    expect(response.headers.get('location')).toBe('/ops/login');
    expect((await fixture.registry()).revision).toBe(1);
  });
});

describe('a login', () => {
  it('a login with a wrong token is rejected', async () => {
    for (const wrong of ['', 'x', `${token}x`, token.toUpperCase()]) {
      const response = await fixture.post('/ops/login', { who: 'Eve', token: wrong });
      expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
      expect(await response.text()).toContain('This is not the operators’ token.');
    }
  });

  it('is rejected after five attempts from one address, even with the correct token', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      await fixture.post('/ops/login', { who: 'Eve', token: 'x' });
    const response = await fixture.post('/ops/login', { who: 'Eve', token });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('counts a client by the address that the proxy appends, whatever it claims itself', async () => {
    const attempt = async (forged: string, given: string) => {
      const headers = { 'X-Forwarded-For': `${forged}, 203.0.113.9`, 'Sec-Fetch-Site': 'same-origin' };
      return (await fixture.post('/ops/login', { who: 'Eve', token: given }, headers)).status;
    };
    for (let count = 0; count < 5; count += 1) expect(await attempt(`6.6.${count}.6`, 'x')).toBe(401);
    expect(await attempt('7.7.7.7', token)).toBe(429);
    expect(fixture.events.map(({ network }) => network)).toEqual(Array(6).fill('203.0.113.0/24'));
  });

  it.each([
    [0, '203.0.113.9', '127.0.0.0/24'],
    [1, '6.6.6.6, 203.0.113.9', '203.0.113.0/24'],
    [2, '6.6.6.6, 203.0.113.9, 10.0.0.7', '203.0.113.0/24'],
  ])('behind %i proxies, "%s" comes from %s', async (trustedProxies, forwarded, network) => {
    fixture = await OperatorsFixture.open({ trustedProxies });
    const headers = { 'X-Forwarded-For': forwarded, 'Sec-Fetch-Site': 'same-origin' };
    await fixture.post('/ops/login', { who: 'Eve', token: 'x' }, headers);
    expect(fixture.events.at(-1)).toMatchObject({ event: 'operator-log-in', network });
  });

  it('is limited per client address, and success resets the limit', async () => {
    const attempt = async (address: string, given: string) => {
      const headers = { 'X-Forwarded-For': address, 'Sec-Fetch-Site': 'same-origin' };
      return (await fixture.post('/ops/login', { who: 'Ada', token: given }, headers)).status;
    };
    for (let count = 0; count < 4; count += 1) expect(await attempt('203.0.113.9', 'x')).toBe(401);
    expect(await attempt('203.0.113.9', token)).toBe(303);
    for (let count = 0; count < 5; count += 1) expect(await attempt('203.0.113.9', 'x')).toBe(401);
    expect(await attempt('203.0.113.9', 'x')).toBe(429);
    expect(await attempt('198.51.100.1', token)).toBe(303);
    for (let count = 0; count < 5; count += 1) expect(await attempt(`2001:db8:1:2::${count}`, 'x')).toBe(401);
    expect(await attempt('2001:db8:1:2:ffff::9', token)).toBe(429);
    expect(await attempt('2001:db8:1:3::1', token)).toBe(303);
  });

  it('rejects a login without a name, because the history must say who made each change', async () => {
    expect((await fixture.post('/ops/login', { who: '  ', token })).status).toBe(400);
  });

  it('rejects a login form from another site', async () => {
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }]) {
      expect((await fixture.post('/ops/login', { who: 'Eve', token }, headers)).status).toBe(403);
    }
  });
});

describe('a session', () => {
  it('is a cookie that neither scripts nor other hosts can read or set', async () => {
    const { headers } = await fixture.post('/ops/login', { who: 'Ada', token });
    expect(headers.get('set-cookie')).toMatch(
      /^isa_operator=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    );
    fixture = await OperatorsFixture.open({}, { https: true });
    expect((await fixture.post('/ops/login', { who: 'Ada', token })).headers.get('set-cookie')).toMatch(
      /^__Host-isa_operator=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800; Secure$/,
    );
  });

  it('a session with a forged cookie is rejected', async () => {
    const cookie = await fixture.logIn();
    const [text = '', signature = ''] = cookie.replace('isa_operator=', '').split('.');
    const other = Buffer.from(text, 'base64url').toString().replace('Ada', 'Eve');
    for (const forged of [
      `isa_operator=${Buffer.from(other).toString('base64url')}.${signature}`,
      `isa_operator=${text}.`,
      `isa_operator=${text}`,
      'isa_operator=',
    ]) {
      expect((await fixture.get('/ops/releases', forged)).headers.get('location')).toBe('/ops/login');
    }
    expect((await fixture.get('/ops/releases', cookie)).status).toBe(200);
  });

  it('is found behind a foreign cookie of its name, and ends with a logout', async () => {
    const cookie = await fixture.logIn();
    const both = `isa_operator=foreign; isa_operator=; ${cookie}`;
    expect((await fixture.get('/ops/releases', both)).status).toBe(200);
    await fixture.post('/ops/logout', {}, { Cookie: both });
    expect((await fixture.get('/ops/releases', cookie)).status).toBe(303);
  });

  it('ends after eight hours, and with a logout', async () => {
    const cookie = await fixture.logIn();
    await fixture.post('/ops/logout', {}, { Cookie: cookie });
    expect((await fixture.get('/ops/releases', cookie)).status).toBe(303);

    // A session that was copied before the logout ends on every process, and after a restart.
    const restarted = createOperatorSessions({
      token,
      logOutFolder: path.join(fixture.folder, 'log-outs'),
    });
    expect(await restarted.read(cookie.replace('isa_operator=', ''))).toBeUndefined();

    const another = await fixture.logIn();
    expect(await restarted.read(another.replace('isa_operator=', ''))).toMatchObject({ who: 'Ada' });
    expect((await fixture.get('/ops/releases', another)).status).toBe(200);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + (SESSION_SECONDS + 1) * 1_000);
    expect((await fixture.get('/ops/releases', another)).status).toBe(303);
  });
});

describe('while one token replaces the other', () => {
  it('sessions of both are accepted by every process, and end with their token', async () => {
    const logOutFolder = path.join(fixture.folder, 'log-outs');
    const [old, next] = [token, `${token}-new`];
    const before = createOperatorSessions({ token: old, secondToken: next, logOutFolder });
    const after = createOperatorSessions({ token: next, secondToken: old, logOutFolder });
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const) {
      const cookie = one.create('Ada');
      const session = await other.read(cookie);
      expect(session).toEqual(await one.read(cookie));
      expect(session?.who).toBe('Ada');
    }
    expect([old, next, 'x', ''].map(after.isToken)).toEqual([true, true, false, false]);
    const unset = createOperatorSessions({ token: next, secondToken: '', logOutFolder });
    expect(unset.isToken('')).toBe(false);
    const rotated = createOperatorSessions({ token: next, logOutFolder });
    expect(await rotated.read(before.create('Ada'))).toBeUndefined();
    expect(await rotated.read(after.create('Ada'))).toMatchObject({ who: 'Ada' });
  });
});

describe('the records of logouts', () => {
  it('contain no name and no session, are readable by their user only, and are removed once the session has expired', async () => {
    const logOutFolder = path.join(fixture.folder, 'log-outs');
    const sessions = createOperatorSessions({ token, logOutFolder });
    const revoke = async () => {
      const cookie = sessions.create('Ada');
      await sessions.revoke(cookie);
      return cookie;
    };
    const first = await revoke();
    const [name = ''] = await readdir(logOutFolder);
    expect(name).toMatch(/^\d+-[0-9a-f]{32}$/);
    expect((await stat(path.join(logOutFolder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(logOutFolder)).mode & 0o777).toBe(0o700);

    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + (SESSION_SECONDS + 1) * 1_000);
    await revoke();
    expect(await readdir(logOutFolder)).not.toContain(name);
    expect(await sessions.read(first)).toBeUndefined();
  });

  it('open no session while they cannot be read', async () => {
    const file = path.join(fixture.folder, 'no-folder');
    await writeFile(file, '');
    const sessions = createOperatorSessions({ token, logOutFolder: path.join(file, 'log-outs') });
    await expect(sessions.read(sessions.create('Ada'))).rejects.toThrow('ENOTDIR');
  });
});
