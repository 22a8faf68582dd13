import type { RequestListener } from 'node:http';
import path from 'node:path';
import { BEHIND_A_PROXY } from '@isa/api-contract/rejected-requests';
import { testFolder } from '../../../../../api/testing/test-folder';
import { serve } from '../../../../../api/testing/test-server';
import type { SiteOptions } from '../../../prerender/build-site';
import { promoteTogether } from '../../../release/registry/changes';
import { openSecurityLog } from '../../../release/security-log';
import { type StoreAccess, signRelease } from '../../../store/releases';
import { readVerifiedRegistry } from '../../../store/registry-history';
import { createWebServer } from '../../../../packages/node/web-server';
import { RELEASE_FILE, type Release } from '../../../formats/release';
import { folderStorage } from '../../../store/storage/folder';
import { testKeys } from '../../../../tooling/testing/release/test-store';
import { createOperatorsPages, type OperatorsPagesOptions } from '../operators-pages';
import { readHiddenFields } from './hidden-fields';

export const token = 'correct-horse-battery-staple-of-the-operators';

/** The fields of a form that shows a release to some visitors. */
export const canary = { action: 'promote', app: 'shop', version: '1.5.0', percent: '5', force: 'yes' };

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
    routes: [
      name === 'shell' ? { path: '/login', title: 'Log in' } : { path: '/isa-basket', title: 'Basket' },
    ],
    menu: [],
    files: {
      [entry]: { integrity: 'sha384-x', bytes: 1, brotliBytes: 1 },
    },
  };
}

type LoggedEvent = Readonly<Record<string, unknown>>;

/** A server, until the tests of the file have ended, with the operators' pages and a store in which shop 1.4.0 is live and 1.5.0 is published. */
export class OperatorsFixture {
  private constructor(
    readonly folder: string,
    readonly store: StoreAccess,
    readonly origin: string,
    /** The security log. */
    readonly events: readonly LoggedEvent[],
  ) {}

  /** @param https whether a proxy in front of the pages terminates TLS. */
  static async open(
    options: Partial<OperatorsPagesOptions> = {},
    { https = false, site }: { https?: boolean; site?: SiteOptions } = {},
  ): Promise<OperatorsFixture> {
    const folder = testFolder();
    const store = { storage: folderStorage(folder), keys: testKeys() };
    for (const unsigned of [release('shell', '1.0.0'), release('shop', '1.4.0'), release('shop', '1.5.0')]) {
      const signed = Buffer.from(JSON.stringify(await signRelease(unsigned, store.keys)));
      await store.storage.create(`${unsigned.name}/${unsigned.version}/${RELEASE_FILE}`, signed);
    }
    await promoteTogether({ shell: '1.0.0', shop: '1.4.0' }, { ...store, who: 'first start' });
    const events: LoggedEvent[] = [];
    let handle: RequestListener = () => undefined;
    const server = createWebServer((request, response) => handle(request, response), BEHIND_A_PROXY);
    const { origin } = await serve(server);
    const pages = createOperatorsPages({
      logIn: { token, logOutFolder: path.join(folder, 'log-outs') },
      store: { ...store, ...(site && { site }) },
      telemetry: async () => [],
      readOperations: async () => ({ errors: [], mails: { waiting: 0, oldestAt: null, failed: [] } }),
      readServed: async () => undefined,
      opsOrigin: https ? origin.replace('http:', 'https:') : origin,
      previewOrigin: 'https://preview.site.test',
      trustedProxies: 1,
      readPages: async () => new Map(),
      security: openSecurityLog((line) => events.push(JSON.parse(line) as LoggedEvent), ''),
      ...options,
    });
    handle = (request, response) => void pages(request, response);
    return new OperatorsFixture(folder, store, origin, events);
  }

  get(address: string, cookie = '', headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.origin + address, { redirect: 'manual', headers: { Cookie: cookie, ...headers } });
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

  openConfirmation(cookie: string, query: Record<string, string>): Promise<Response> {
    return this.post('/ops/releases/confirm', query, { Cookie: cookie });
  }

  /** Opens the confirmation of an action and submits its form, as an operator's browser does. */
  async confirm(cookie: string, query: Record<string, string>, why = 'for the test'): Promise<Response> {
    const confirmation = await this.openConfirmation(cookie, query);
    expect(confirmation.status).toBe(200);
    return this.post(
      '/ops/releases',
      { ...readHiddenFields(await confirmation.text()), why },
      { Cookie: cookie },
    );
  }

  async registry() {
    return (await readVerifiedRegistry(this.store.storage, this.store.keys)).registry;
  }
}
