import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { serve } from '../../../../api/testing/test-server';
import { atEnd } from '../../../../api/testing/at-end';
import { freePort } from '../../../packages/node/processes';
import { testStore } from '../../../tooling/testing/release/jest-store';
import { RestartableProcess } from '../../../tooling/testing/restartable-process';
import { startedLine } from '../../hosting/roles';
import { bundleRoles } from '../../release/bundle-roles';
import { readSingleSignOn } from './single-sign-on';
import { canary, OperatorsFixture, token as opsToken } from './testing/operators-fixture';

const ISSUER = 'https://id.academy.example';
const act = { ...canary, revision: '1', why: 'new basket' };

/** The provider's keys, where they are served, and how often they were read. */
const provider = { keys: '', status: 200, reads: 0 };
let keys: CryptoKeyPair;
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
  const body = JSON.stringify({
    keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'first', alg: 'RS256' }],
  });
  const server = createServer((_request, response) => {
    provider.reads += 1;
    response.writeHead(provider.status, { 'content-type': 'application/json' }).end(body);
  });
  provider.keys = `${(await serve(server)).origin}/keys`;
});
beforeEach(() => Object.assign(provider, { status: 200, reads: 0 }));

const settings = () => ({
  ...{ OPS_SSO_ISSUER: ISSUER, OPS_SSO_KEYS: provider.keys, OPS_SSO_CLIENT: 'isa-ops' },
  OPS_SSO_OPERATORS: 'Ada@academy.example, grace@academy.example, kate@academy.example',
});

type Claims = Readonly<Record<string, unknown>>;
const seconds = (fromNow: number) => Math.floor(Date.now() / 1_000) + fromNow;
const claims = (changes: Claims = {}): Claims => ({
  ...{ iss: ISSUER, aud: 'isa-ops', sub: '7', iat: seconds(-5), exp: seconds(300) },
  ...{ email: 'ada@academy.example', email_verified: true },
  ...changes,
});
function sign(changes: Claims = {}, key: CryptoKey | Uint8Array = keys.privateKey, header: Claims = {}) {
  const protectedHeader: JWTHeaderParameters = { alg: 'RS256', kid: 'first', ...header };
  return new SignJWT(claims(changes)).setProtectedHeader(protectedHeader).sign(key);
}
const bearer = (token: string) => ({ Authorization: `Bearer ${token}`, 'Sec-Fetch-Site': 'same-origin' });

let fixture: OperatorsFixture;
const open = async () => {
  const logIn = readSingleSignOn(settings());
  if (!logIn) throw new Error('The settings name a provider.');
  fixture = await OperatorsFixture.open({ logIn });
};

describe('with single sign-on', () => {
  beforeEach(open);

  it('the operator whom the provider’s token names acts, and the security log names them', async () => {
    const page = await fixture.get('/ops/releases', '', bearer(await sign()));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('ada@academy.example')]);
    expect((await fixture.post('/ops/releases', act, bearer(await sign()))).status).toBe(303);
    expect(fixture.events.at(-1)).toMatchObject({
      ...{ event: 'release-control', operator: 'ada@academy.example', target: 'shop@1.5.0' },
    });
    expect(provider.reads).toBe(1);
  });

  it.each<[string, Claims]>([
    ['with an address in capital letters', { email: 'ADA@Academy.example' }],
    ['of a provider whose clock is a little ahead', { nbf: seconds(20), iat: seconds(20) }],
    ['that lists its only client', { aud: ['isa-ops'], azp: 'isa-ops' }],
  ])('accepts a token %s', async (_name, changes) => {
    expect((await fixture.get('/ops/releases', '', bearer(await sign(changes)))).status).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['the headers of a proxy', { 'X-Forwarded-Email': 'ada@academy.example', 'X-Auth-Request-Email': 'ada' }],
    ['the address of another machine', { 'X-Forwarded-For': '10.0.0.1', Forwarded: 'for=127.0.0.1' }],
    ['a name and a password', { Authorization: `Basic ${btoa('ada@academy.example:x')}` }],
    ['the operators’ token', { Authorization: `Bearer ${opsToken}` }],
  ])('a process of this machine that sends %s is nobody', async (_name, headers) => {
    for (const address of ['/ops', '/ops/releases', '/ops/failures', '/ops/login'])
      expect((await fixture.get(address, '', headers)).status).toBe(403);
    expect((await fixture.post('/ops/releases', act, headers)).status).toBe(403);
    const login = await fixture.post('/ops/login', { who: 'Ada', token: opsToken }, headers);
    expect([login.status, login.headers.get('set-cookie')]).toEqual([403, null]);
    expect((await fixture.registry()).revision).toBe(1);
  });

  /** Makes a token that must be refused. */
  const forged: Readonly<Record<string, () => string | Promise<string>>> = {
    'of another issuer': () => sign({ iss: 'https://evil.example' }),
    'of an issuer with the same beginning': () => sign({ iss: `${ISSUER}.evil.example` }),
    'without an issuer': () => sign({ iss: undefined }),
    'for another client': () => sign({ aud: 'isa-site' }),
    'for several clients': () => sign({ aud: ['isa-ops', 'isa-site'] }),
    'that another client has asked for': () => sign({ azp: 'isa-site' }),
    'without a client': () => sign({ aud: undefined }),
    'that has ended': () => sign({ iat: seconds(-600), exp: seconds(-60) }),
    'without an end': () => sign({ exp: undefined }),
    'without a beginning': () => sign({ iat: undefined }),
    'that begins later': () => sign({ nbf: seconds(600) }),
    'without a person': () => sign({ sub: undefined }),
    'of somebody who is no operator': () => sign({ email: 'eve@academy.example' }),
    'with a letter that lower case turns into an operator’s': () =>
      sign({ email: '\u212Ate@academy.example' }),
    'of several persons': () => sign({ email: ['ada@academy.example', 'eve@academy.example'] }),
    'without an email address': () => sign({ email: undefined }),
    'with an address that nobody has verified': () => sign({ email_verified: false }),
    'that does not say whether the address is verified': () => sign({ email_verified: undefined }),
    'that gives access elsewhere': () => sign({}, keys.privateKey, { typ: 'at+jwt' }),
    'that logs somebody out': () => sign({}, keys.privateKey, { typ: 'logout+jwt' }),
    'that another key has signed': async () => sign({}, (await generateKeyPair('RS256')).privateKey),
    'of an unknown key': async () => sign({}, (await generateKeyPair('RS256')).privateKey, { kid: 'second' }),
    'with its own key': async () => {
      const own = await generateKeyPair('RS256', { extractable: true });
      return sign({}, own.privateKey, { jwk: await exportJWK(own.publicKey) });
    },
    'without a signature': () => new UnsecuredJWT(claims()).encode(),
    'whose signature was removed': async () => (await sign()).replace(/[^.]*$/, ''),
    'signed with the public key as a secret': async () =>
      sign({}, new TextEncoder().encode(await exportSPKI(keys.publicKey)), { alg: 'HS256' }),
    'whose claims were changed': async () => {
      const [header, , signature] = (await sign({ email: 'eve@academy.example' })).split('.');
      return [header, Buffer.from(JSON.stringify(claims())).toString('base64url'), signature].join('.');
    },
    'that is not a token': () => 'eyJhbGciOiJSUzI1NiJ9',
    'that is broken': () => 'e30.e30.e30',
  };

  it.each(Object.entries(forged))('refuses and records a token %s', async (_name, make) => {
    const headers = bearer(await make());
    expect((await fixture.get('/ops/releases', '', headers)).status).toBe(403);
    expect((await fixture.post('/ops/releases', act, headers)).status).toBe(403);
    expect((await fixture.registry()).revision).toBe(1);
    expect(fixture.events).toEqual([
      expect.objectContaining({ event: 'operator-log-in', result: 'refused', operator: null }),
      expect.objectContaining({ event: 'operator-log-in', result: 'refused', operator: null }),
    ]);
  });

  it('a form of another origin is refused', async () => {
    const headers = { ...bearer(await sign()), 'Sec-Fetch-Site': 'same-site' };
    expect((await fixture.post('/ops/releases', act, headers)).status).toBe(403);
    expect((await fixture.registry()).revision).toBe(1);
  });

  it('tokens of unknown keys do not make it ask the provider each time', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    for (const kid of ['a', 'b', 'c', 'd'])
      await fixture.get('/ops/releases', '', bearer(await sign({}, privateKey, { kid })));
    expect(provider.reads).toBe(1);
  });

  it('a token of an unknown key locks out nobody while the provider is down', async () => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const statusOf = async (token: string) => (await fixture.get('/ops/releases', '', bearer(token))).status;
    expect(await statusOf(await sign())).toBe(200);
    provider.status = 503;
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 40_000);
    const unknown = await sign({}, (await generateKeyPair('RS256')).privateKey, { kid: 'unknown' });
    expect([await statusOf(unknown), await statusOf(await sign()), await statusOf(unknown)]).toEqual([
      503, 200, 503,
    ]);
  });

  it('while the provider is down nobody acts, it is left alone for a while, and then all is well', async () => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    provider.status = 503;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const page = await fixture.get('/ops/releases', '', bearer(await sign()));
      expect([page.status, await page.text()]).toEqual([
        503,
        expect.stringContaining('Try again in a minute'),
      ]);
      expect((await fixture.post('/ops/releases', act, bearer(await sign()))).status).toBe(503);
    }
    expect([provider.reads, (await fixture.registry()).revision]).toEqual([1, 1]);
    provider.status = 200;
    const later = Date.now() + 11_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect((await fixture.get('/ops/releases', '', bearer(await sign()))).status).toBe(200);
  });
});

it('a token is ignored while operators log in with their own', async () => {
  fixture = await OperatorsFixture.open();
  const response = await fixture.get('/ops/releases', '', bearer(await sign()));
  expect([response.status, response.headers.get('location')]).toEqual([303, '/ops/login']);
});

it('the role itself believes only the provider', async () => {
  const store = await testStore();
  await store.saveKeys();
  const port = await freePort();
  const role = new RestartableProcess(
    'ops',
    {
      ...{ PATH: process.env.PATH, ...store.environment, ...settings(), NODE_ENV: 'production' },
      ...{ OPS_PORT: String(port), OPS_TOKEN: opsToken, SITE_ORIGIN: 'https://academy.example' },
      ...{ CDN_ORIGIN: 'https://cdn.academy.example', PREVIEW_ORIGIN: 'https://academy-preview.example' },
    },
    (line) => line.includes(startedLine('ops')),
    [`${await bundleRoles()}/role.cjs`, 'ops'],
  );
  atEnd(() => role.stop());
  await role.start();
  const statusOf = (headers: OutgoingHttpHeaders) =>
    new Promise((resolve, reject) => {
      const all = { Host: 'ops.academy.example', ...headers };
      request({ port, host: '127.0.0.1', path: '/ops', headers: all }, (response) => {
        resolve(response.resume().statusCode);
      })
        .on('error', reject)
        .end();
    });
  expect(await statusOf({ 'X-Forwarded-Email': 'ada@academy.example' })).toBe(403);
  expect(await statusOf(bearer(await sign({}, (await generateKeyPair('RS256')).privateKey)))).toBe(403);
  expect(await statusOf(bearer(await sign()))).toBe(303);
});

describe('the settings of single sign-on', () => {
  it('are those of a provider and of the operators', () => {
    expect(readSingleSignOn({ ...settings(), OPS_SSO_KEYS: 'https://id.academy.example/keys' })).toEqual({
      ...{ issuer: ISSUER, keys: 'https://id.academy.example/keys', client: 'isa-ops' },
      operators: ['ada@academy.example', 'grace@academy.example', 'kate@academy.example'],
    });
    expect(readSingleSignOn({ OPS_SSO_ISSUER: '' })).toBeUndefined();
  });

  it.each(['OPS_SSO_ISSUER', 'OPS_SSO_KEYS', 'OPS_SSO_CLIENT', 'OPS_SSO_OPERATORS'])('need %s', (name) => {
    expect(() => readSingleSignOn({ ...settings(), [name]: '' })).toThrow('needs all of');
  });

  it.each([
    ['OPS_SSO_KEYS', 'http://id.academy.example/keys', 'must begin with https://'],
    ['OPS_SSO_KEYS', 'keys', 'is not an address'],
    ['OPS_SSO_PROXIES', '127.0.0.1', 'is no longer accepted'],
    ['OPS_SSO_OPERATORS', '*', '"*" is not an email address'],
    ['OPS_SSO_OPERATORS', 'ada@academy.example,', '"" is not an email address'],
    ['OPS_SSO_OPERATORS', '@academy.example', 'is not an email address'],
  ])('refuse %s=%s', (name, value, message) => {
    expect(() => readSingleSignOn({ ...settings(), [name]: value })).toThrow(message);
  });
});
