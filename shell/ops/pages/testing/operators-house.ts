import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Keys, Trust } from '../../../store/keys/keys';
import { publicKeyOf } from '../../../store/keys/signature';
import { type Place, promoteTogether } from '../../../release/registry/changes';
import { readVerifiedRegistry } from '../../../store/registry-log';
import { signRelease } from '../../../store/release-file';
import { RELEASE_FILE, type Release } from '../../../formats/release';
import { folderStorage } from '../../../store/storage/folder';
import { createOperatorsPages, type OperatorsOptions } from '../operators-pages';

export const token = 'correct-horse-battery-staple-of-the-operators';

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
export class OperatorsHouse {
  private constructor(
    private readonly folder: string,
    readonly place: Place,
    private readonly server: Server,
    readonly origin: string,
    readonly seen: { now: Date },
  ) {}

  static async open(options: Partial<OperatorsOptions> = {}): Promise<OperatorsHouse> {
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
    return new OperatorsHouse(folder, place, server, `http://127.0.0.1:${port}`, seen);
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

/** What a confirmation sends besides what an operator types. */
export function hiddenFields(html: string): Record<string, string> {
  const form = /<form[^>]*aria-label="Confirm".*?<\/form>/s.exec(html)?.[0] ?? '';
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}
