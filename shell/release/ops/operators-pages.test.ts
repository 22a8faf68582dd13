import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PlainError } from '../../commands/processes';
import type { Keys, Trust } from '../keys/keys';
import { publicKeyOf } from '../keys/signature';
import { promoteRelease, promoteTogether, type Place } from '../registry/changes';
import { readHistory, readVerifiedRegistry } from '../registry/log';
import { RELEASE_FILE, signRelease } from '../release-file';
import { folderStorage } from '../storage/folder';
import type { Release } from '../store';
import { createOperatorsPages, type OperatorsOptions } from './operators-pages';

// The gates have tests of their own; here one of them stands in the way of everything.
jest.mock('../checks/may-go-out', () => ({
  requireChecked: async (part: string, version: string) => {
    throw new PlainError(`${part}@${version} is refused by its gate "types": it does not compile.`);
  },
}));

const token = 'correct-horse-battery-staple-of-the-operators';

function testKeys(): Keys {
  const owners = ['registry', 'shell', 'shop'];
  const pairs = new Map<string, KeyObject>(
    owners.map((owner) => [owner, generateKeyPairSync('ed25519').privateKey]),
  );
  const keyOf = (owner: string): KeyObject => {
    const key = pairs.get(owner);
    if (!key) throw new Error(`No key of ${owner}.`);
    return key;
  };
  const trust: Trust = Object.fromEntries(
    owners.map((owner) => [owner, [{ ...publicKeyOf(keyOf(owner)), since: '2026-11-01T00:00:00Z' }]]),
  );
  return { trust: async () => trust, privateKey: async (owner) => keyOf(owner) };
}

function release(name: string, version: string): Release {
  const entry = name === 'shell' ? 'main.js' : 'remote-entry.js';
  return {
    name,
    version,
    revision: 'abc',
    contract: '1.0.0',
    shared: [],
    provides: [],
    entry,
    globalName: `mf_${name}`,
    routes: name === 'shell' ? [] : [{ path: '/isa-basket', title: 'Basket' }],
    menu: [],
    files: {
      [entry]: { integrity: 'sha384-x', bytes: 1, brotliBytes: 1 },
      'assets/inter.0a1b.woff2': { integrity: 'sha384-y', bytes: 1, brotliBytes: 1 },
    },
  };
}

/** A store with shop 1.4.0 live, 1.5.0 beside it, and the operators' pages over it. */
class House {
  private constructor(
    private readonly folder: string,
    readonly place: Place,
    private readonly server: Server,
    readonly origin: string,
    readonly seen: { now: Date },
  ) {}

  static async open(options: Partial<OperatorsOptions> = {}): Promise<House> {
    const folder = await mkdtemp(path.join(tmpdir(), 'isa-ops-'));
    const place = { storage: folderStorage(folder), keys: testKeys() };
    for (const one of [release('shell', '1.0.0'), release('shop', '1.4.0'), release('shop', '1.5.0')]) {
      const signed = Buffer.from(JSON.stringify(await signRelease(one, place.keys)));
      await place.storage.create(`${one.name}/${one.version}/${RELEASE_FILE}`, signed);
    }
    await promoteTogether({ shell: '1.0.0', shop: '1.4.0' }, { ...place, who: 'first start' });
    const seen = { now: new Date() };
    const pages = createOperatorsPages({
      token,
      place,
      telemetry: async () => [],
      secure: false,
      now: () => seen.now,
      ...options,
    });
    const server = createServer((request, response) => {
      void pages(request, response).then((answered) => answered || response.writeHead(418).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new House(folder, place, server, `http://127.0.0.1:${port}`, seen);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await rm(this.folder, { recursive: true, force: true });
  }

  get(address: string, cookie = ''): Promise<Response> {
    return fetch(this.origin + address, { redirect: 'manual', headers: { Cookie: cookie } });
  }

  post(
    address: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(this.origin + address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
      body: new URLSearchParams(fields),
    });
  }

  /** @returns the session's cookie. */
  async logIn(who = 'Ada'): Promise<string> {
    const response = await this.post('/ops/login', { who, token });
    return /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
  }

  /** Fills in the confirmation of an action and sends it, as an operator's browser does. */
  async confirm(cookie: string, query: Record<string, string>, why = 'for the test'): Promise<Response> {
    const asked = await this.get(`/ops/releases/confirm?${new URLSearchParams(query).toString()}`, cookie);
    expect(asked.status).toBe(200);
    return this.post('/ops/releases', { ...hiddenFields(await asked.text()), why }, { Cookie: cookie });
  }

  async registry() {
    return (await readVerifiedRegistry(this.place.storage, this.place.keys)).registry;
  }
}

function hiddenFields(html: string): Record<string, string> {
  const form = /<form[^>]*aria-label="Confirm".*?<\/form>/s.exec(html)?.[0] ?? '';
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}

const canary = { action: 'promote', part: 'shop', version: '1.5.0', percent: '5', force: 'yes' };

let house: House;
beforeEach(async () => {
  house = await House.open();
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
    house = await House.open({ secure: true });
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

describe('the pages', () => {
  it('are below /ops, and nowhere else', async () => {
    for (const address of ['/', '/opsx', '/isa-ops', '/shell/ops'])
      expect((await house.get(address)).status).toBe(418);
  });

  it('run no script, are kept nowhere, framed nowhere and found nowhere', async () => {
    const { headers } = await house.get('/ops/releases', await house.logIn());
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  });

  it('show who has what, and the site’s fonts', async () => {
    await promoteRelease({
      part: 'shop',
      version: '1.5.0',
      percent: 20,
      force: true,
      who: 'team shop',
      why: '<b>try</b>',
      ...house.place,
    });
    const html = await (await house.get('/ops/releases', await house.logIn())).text();
    expect(html).toContain('Live, 80 %');
    expect(html).toContain('Canary, 20 %');
    expect(html).toContain('/shell/1.0.0/assets/inter.0a1b.woff2');
    expect(html).toContain('&lt;b&gt;try&lt;/b&gt;');
    expect(html).not.toContain('<b>');
  });

  it('say so and work on when the API is away', async () => {
    await house.close();
    house = await House.open({ telemetry: () => Promise.reject(new Error('The API does not answer.')) });
    const cookie = await house.logIn();
    expect(await (await house.get('/ops/releases', cookie)).text()).toContain(
      'There are no figures: The API does not answer.',
    );
    expect((await house.confirm(cookie, canary)).status).toBe(303);
  });
});

describe('an action', () => {
  it('is done after its confirmation, in the operator’s name and for the reason given', async () => {
    const cookie = await house.logIn('Ada <Byron>');
    const asked = await house.get(`/ops/releases/confirm?${new URLSearchParams(canary).toString()}`, cookie);
    expect(await asked.text()).toContain('Show shop@1.5.0 to 5 % of the visitors, in spite of its check?');
    expect((await house.registry()).revision).toBe(1);

    const done = await house.confirm(cookie, canary, 'new basket');
    expect([done.status, done.headers.get('location')]).toEqual([303, '/ops/releases?done=2']);
    expect((await house.registry()).remotes[0]).toMatchObject({
      canary: { percent: 5, release: { version: '1.5.0' } },
    });
    const [entry] = await readHistory(house.place.storage, house.place.keys);
    expect(entry).toMatchObject({
      who: 'Ada <Byron>',
      why: 'new basket',
      changes: [{ what: 'canary', percent: 5 }],
    });
    expect(await (await house.get('/ops/releases?done=2', cookie)).text()).toMatch(
      /role="status"[^>]*>Done: /,
    );
  });

  it('goes all the way: everybody, and back', async () => {
    const cookie = await house.logIn();
    await house.confirm(cookie, { ...canary, percent: '100' });
    expect((await house.registry()).remotes[0]?.live.version).toBe('1.5.0');
    await house.confirm(cookie, { action: 'rollback', part: 'shop' }, 'prices are missing');
    expect((await house.registry()).remotes[0]?.live.version).toBe('1.4.0');
    await house.confirm(cookie, canary);
    await house.confirm(cookie, { action: 'abort', part: 'shop', version: '1.5.0' }, 'slow');
    expect((await house.registry()).remotes[0]?.canary).toBeUndefined();
  });

  it('needs a reason where something goes back', async () => {
    const cookie = await house.logIn();
    await house.confirm(cookie, canary);
    const abort = { action: 'abort', part: 'shop', version: '1.5.0' };
    const refused = await house.confirm(cookie, abort, '  ');
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('The history needs a reason.');
    expect((await house.registry()).revision).toBe(2);
  });

  it('is refused by a gate of the release, until somebody sets that aside and says why', async () => {
    const cookie = await house.logIn();
    const checked = { ...canary, force: 'no' };
    const refused = await house.get(
      `/ops/releases/confirm?${new URLSearchParams(checked).toString()}`,
      cookie,
    );
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toMatch(/shop@1\.5\.0 is refused by its gate/);
    expect(html).toContain('name="force" value="yes"');
    expect((await house.confirm(cookie, canary, '')).status).toBe(409);
    expect((await house.confirm(cookie, canary, 'checkout is down')).status).toBe(303);
  });

  it('is refused when the registry has moved since its confirmation', async () => {
    const cookie = await house.logIn();
    const asked = await house.get(`/ops/releases/confirm?${new URLSearchParams(canary).toString()}`, cookie);
    await promoteRelease({
      part: 'shop',
      version: '1.5.0',
      force: true,
      who: 'somebody else',
      why: 'faster',
      ...house.place,
    });
    const fields = { ...hiddenFields(await asked.text()), why: 'late' };
    const late = await house.post('/ops/releases', fields, { Cookie: cookie });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain('The registry has moved to revision 2');
  });

  it.each([
    ['a release that is not there', { ...canary, version: '9.9.9' }, 409, 'is not in the store'],
    ['what is so already', { ...canary, version: '1.4.0', percent: '100' }, 409, 'Nothing would change'],
    ['a canary of the shell', { ...canary, part: 'shell', version: '1.0.0' }, 409, 'The shell has no canary'],
    ['a rollback to nothing', { action: 'rollback', part: 'shop' }, 409, 'cannot be rolled back'],
    ['a share that is none', { ...canary, percent: '0' }, 400, 'A share is more than 0'],
    ['no version', { ...canary, version: '../secret' }, 400, 'Choose a version of shop.'],
    ['no part', { ...canary, part: '../shop' }, 400, 'does not say which part'],
    ['another action', { ...canary, action: 'delete' }, 400, 'does not say what is to be done'],
  ])('is refused with a sentence: %s', async (_, query, status, sentence) => {
    const cookie = await house.logIn();
    const response = await house.get(
      `/ops/releases/confirm?${new URLSearchParams(query).toString()}`,
      cookie,
    );
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(sentence);
  });

  it('of another site, or without the proof of its own page, does nothing', async () => {
    const cookie = await house.logIn();
    const asked = await house.get(`/ops/releases/confirm?${new URLSearchParams(canary).toString()}`, cookie);
    const fields = hiddenFields(await asked.text());
    const stranger = await house.logIn('Eve');
    const attempts = [
      house.post('/ops/releases', fields, { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' }),
      house.post('/ops/releases', { ...fields, proof: '' }, { Cookie: cookie }),
      house.post('/ops/releases', fields, { Cookie: stranger }),
      house.get(`/ops/releases?${new URLSearchParams(fields).toString()}`, cookie),
    ];
    for (const attempt of attempts) expect((await attempt).status).not.toBe(303);
    expect((await house.registry()).revision).toBe(1);
  });

  it('that is longer than any form of ours is refused', async () => {
    const cookie = await house.logIn();
    const response = await house.post(
      '/ops/releases',
      { ...canary, why: 'x'.repeat(9_000) },
      { Cookie: cookie },
    );
    expect(response.status).toBe(400);
  });
});
