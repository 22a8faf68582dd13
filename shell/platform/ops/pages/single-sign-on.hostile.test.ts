import { createSingleSignOn, readSingleSignOnProxies } from './single-sign-on';
import { canary, OperatorsFixture, token } from './testing/operators-fixture';

const header = 'X-Forwarded-Email';
const by = (who: string) => ({ [header]: who, 'Sec-Fetch-Site': 'same-origin' });
const act = { ...canary, revision: '1', why: 'new basket' };

let fixture: OperatorsFixture;
const open = async (...proxies: readonly string[]) => {
  fixture = await OperatorsFixture.open({ logIn: { header, proxies } });
};

describe('behind a single sign-on proxy', () => {
  it('the operator whom it names acts, and the security log names them', async () => {
    await open('127.0.0.0/8');
    const page = await fixture.get('/ops/releases', '', by('ada@academy.example'));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('ada@academy.example')]);
    expect((await fixture.post('/ops/releases', act, by('ada@academy.example'))).status).toBe(303);
    expect(fixture.events.at(-1)).toMatchObject({
      ...{ event: 'release-control', operator: 'ada@academy.example', target: 'shop@1.5.0' },
    });
  });

  it('the header of any other address is refused and recorded', async () => {
    await open('10.0.0.0/8', '::1');
    for (const address of ['/ops', '/ops/releases', '/ops/login'])
      expect((await fixture.get(address, '', by('ada@academy.example'))).status).toBe(403);
    expect((await fixture.post('/ops/releases', act, by('ada@academy.example'))).status).toBe(403);
    expect((await fixture.registry()).revision).toBe(1);
    expect(fixture.events).toHaveLength(4);
    expect(fixture.events[0]).toMatchObject({ event: 'operator-log-in', result: 'refused', operator: null });
  });

  it.each([[''], ['ada, eve'], ['<b>'], ['x'.repeat(61)]])('the name "%s" is refused', async (who) => {
    await open('127.0.0.1');
    expect((await fixture.get('/ops/releases', '', by(who))).status).toBe(403);
  });

  it('nobody logs in with a token, and a request without the header is refused', async () => {
    await open('127.0.0.1');
    expect((await fixture.get('/ops/releases')).status).toBe(403);
    const login = await fixture.post('/ops/login', { who: 'Ada', token });
    expect([login.status, login.headers.get('set-cookie')]).toEqual([403, null]);
  });

  it('a form of another origin is refused', async () => {
    await open('127.0.0.1');
    const headers = { ...by('ada@academy.example'), 'Sec-Fetch-Site': 'same-site' };
    expect((await fixture.post('/ops/releases', act, headers)).status).toBe(403);
    expect((await fixture.registry()).revision).toBe(1);
  });
});

it('the header of a proxy is ignored while operators log in with a token', async () => {
  fixture = await OperatorsFixture.open();
  const response = await fixture.get('/ops/releases', '', by('ada@academy.example'));
  expect([response.status, response.headers.get('location')]).toEqual([303, '/ops/login']);
});

it.each([['everybody'], ['10.0.0.0/33'], ['0.0.0.0/0'], ['10.0.0.0/8/8'], ['10.0.0.0/x']])(
  'does not trust "%s"',
  (proxy) => {
    expect(() => createSingleSignOn({ header, proxies: [proxy] })).toThrow('is not an address or a network');
  },
);

it('is on while OPS_SSO_PROXIES names somebody', () => {
  expect(readSingleSignOnProxies({})).toBeUndefined();
  expect(readSingleSignOnProxies({ OPS_SSO_PROXIES: '' })).toBeUndefined();
  expect(readSingleSignOnProxies({ OPS_SSO_PROXIES: '10.1.2.3, fd00::/8' })).toEqual([
    '10.1.2.3',
    'fd00::/8',
  ]);
});
