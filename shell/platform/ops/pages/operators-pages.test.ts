import { testFolder } from '../../../../api/testing/test-folder';
import { mkdir } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import type { ReleaseTelemetry } from '@isa/api-contract';
import type { SiteBuild } from '../../formats/site-build';
import { promoteRelease } from '../../release/registry/changes';
import { UserError } from '../../../packages/node/user-error';
import { siteFolderAt } from '../../store/site-folder';
import { testStore } from '../../../tooling/testing/release/jest-store';
import { canary, OperatorsFixture } from './testing/operators-fixture';

let fixture: OperatorsFixture;
beforeEach(async () => {
  fixture = await OperatorsFixture.open();
});

const NO_ERRORS = { fetch: 0, integrity: 0, load: 0, evaluate: 0, chunk: 0, data: 0, render: 0, uncaught: 0 };

/** Counts of a slot's pages. */
const slot = (views: number, failedViews: number): ReleaseTelemetry => ({
  ...{ remote: 'shop', version: '1.4.0', slot: 'live', views, failedViews },
  ...{ measuredViews: 0, slowViews: 0, policyReports: 0, errors: NO_ERRORS },
});

const LAST_AT = '2026-11-26T10:00:00.000Z';
/** What browsers have reported, besides its place. */
const failure = { remote: 'shop', version: '1.5.0', phase: 'render', lastAt: LAST_AT, amount: 12 };

describe('the operators’ pages', () => {
  it('respond only to /ops and paths below it, to / with a redirect, and to /health', async () => {
    for (const address of ['/opsx', '/isa-ops', '/shell/ops', '/api/books', '/registry.json', '/favicon.ico'])
      expect((await fixture.get(address)).status).toBe(404);
    expect((await fixture.get('/')).headers.get('location')).toBe('/ops/releases');
    expect(await (await fixture.get('/health')).text()).toBe('ok');
  });

  it('respond only to requests for their own host', async () => {
    const { port } = new URL(fixture.origin);
    const status = (host: string, address: string) =>
      new Promise((resolve, reject) => {
        const headers = { host, cookie: '', 'x-forwarded-host': `127.0.0.1:${port}` };
        get({ host: '127.0.0.1', port, path: address, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    for (const host of [`localhost:${port}`, 'site.test', '127.0.0.1', `127.0.0.1:${Number(port) + 1}`])
      expect([host, await status(host, '/ops/login')]).toEqual([host, 421]);
    expect(await status(`127.0.0.1:${port}`, '/ops/login')).toBe(200);
    expect(await status('10.0.0.7:3004', '/health')).toBe(200);
  });

  it('forbid scripts, caching, framing and indexing, and load only their own fonts', async () => {
    const response = await fixture.get('/ops/releases', await fixture.logIn());
    const { headers } = response;
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    const html = await response.text();
    expect(html).not.toMatch(/<script|<img| src=/);
    // The icon is part of the page.
    const loaded = [...html.matchAll(/<link[^>]* href="((?!data:)[^"]+)"|url\("([^"]+)"\)/g)].map(
      ([, link, font]) => link ?? font ?? '',
    );
    expect(loaded.length).toBeGreaterThan(3);
    for (const address of loaded) {
      const font = await fixture.get(address);
      expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
      expect(font.headers.get('cache-control')).toContain('immutable');
    }
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  });

  it('show the live release and the canary with their shares', async () => {
    await promoteRelease({
      app: 'shop',
      version: '1.5.0',
      percent: 20,
      force: true,
      who: 'team shop',
      why: '<b>try</b>',
      ...fixture.store,
    });
    const html = await (await fixture.get('/ops/releases', await fixture.logIn())).text();
    expect(html).toContain('Live for 80% of visitors');
    expect(html).toContain('Canary, 20%');
    expect(html).toContain('&#60;b&#62;try&#60;/b&#62;');
    expect(html).not.toContain('<b>');
    expect(html).toMatch(/class="state warn">\s*1\.5\.0 is a canary, shown to 20% of visitors/);
  });

  it.each([
    ['good', 'is working: 1 of 400 page views failed', [slot(400, 1)]],
    ['bad', 'is failing: 40 of 400 page views failed (10.0%)', [slot(400, 40)]],
    ['good', 'is working: 1 of 3 page views failed', [slot(3, 1)]],
    ['idle', 'is live. No page views were reported', []],
  ])('say in one %s line that the release %s', async (tone, text, telemetry) => {
    fixture = await OperatorsFixture.open({ telemetry: async () => telemetry });
    const html = await (await fixture.get('/ops/releases', await fixture.logIn())).text();
    expect(html.replaceAll(/\s+/g, ' ')).toContain(`<p class="state ${tone}">1.4.0 ${text}`);
  });

  it.each([true, false])(
    'say that no money moves, where the site is a rehearsal: %s',
    async (isRehearsal) => {
      fixture = await OperatorsFixture.open({ isRehearsal });
      const html = await (await fixture.get('/ops/releases', await fixture.logIn())).text();
      expect(html.includes('Test mode: PayPal’s sandbox takes the payments')).toBe(isRehearsal);
    },
  );

  it('show which revision visitors get, and a page that keeps its last version', async () => {
    const siteFolder = testFolder();
    const site = siteFolderAt(siteFolder);
    const failedPage = { page: '/books/1', app: 'shop', version: '1.4.0', reason: 'badly written' };
    const siteBuild: SiteBuild = {
      ...{ revision: 1, entry: '', siteOrigin: '', cdnOrigin: '', answers: {}, day: '2026-11-26' },
      ...{ failedPages: [failedPage], pages: 1, renderer: '', previewKeys: '', files: {} },
    };
    await site.write('a', new Map([['site-build.json', { text: JSON.stringify(siteBuild) }]]), undefined);
    await site.swap('a', undefined);
    const origins = { siteOrigin: 'https://s.test', cdnOrigin: 'https://c.test', apiOrigin: 'http://a.test' };
    fixture = await OperatorsFixture.open(
      { readServed: async () => 7 },
      { site: { site, siteFolder, ...origins } },
    );
    const html = await (await fixture.get('/ops/releases', await fixture.logIn())).text();
    expect(html).toContain('Visitors get revision 7.');
    expect(html).toContain('/books/1 of shop@1.4.0 cannot be rendered: badly written. Visitors get its last');
  });

  it('remain available when the store contains an invalid folder name', async () => {
    await mkdir(path.join(fixture.folder, 'shop', '\u0007'));
    const response = await fixture.get('/ops/releases', await fixture.logIn());
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('1.4.0');
    expect(html).toMatch(/role="alert"[^>]*>[^<]* is refused: /);
  });

  it('make a preview link for a release that is not promoted', async () => {
    const address = '/ops/releases/preview?app=shop&version=1.5.0&days=2';
    expect((await fixture.get(address)).status).toBe(303);
    const cookie = await fixture.logIn();
    expect(await (await fixture.get('/ops/releases', cookie)).text()).toContain('aria-label="Preview shop"');
    const html = await (await fixture.get(address, cookie)).text();
    expect(html).toContain(
      'href="https://preview.site.test/isa-basket?isa-release=shop%401.5.0&#38;isa-preview=',
    );
    expect(fixture.events.at(-1)).toMatchObject({
      ...{ event: 'release-control', action: 'preview', target: 'shop@1.5.0', result: 'success' },
    });
    expect((await fixture.get(address.replace('=2', '=15'), cookie)).status).toBe(400);
    expect((await fixture.registry()).revision).toBe(1);
  });

  it('show where releases fail in browsers, and the emails that wait', async () => {
    const { storage, keys, release } = await testStore();
    // The first column of the script is that of the third line's `throw`.
    const map = {
      ...{ version: 3, names: [], mappings: 'AAEI', sources: ['webpack:///mfe-shop/src/book.tsx'] },
      sourcesContent: ['export function Book() {\n  if (isTorn) {\n    throw new Error();\n  }\n}\n'],
    };
    await release({
      ...{ app: 'shop', version: '1.5.0' },
      files: { 'book.0a1b.js': 'x', 'maps/book.0a1b.js.map': JSON.stringify(map) },
    });
    fixture = await OperatorsFixture.open({
      store: { storage, keys },
      readOperations: async () => ({
        errors: [
          { ...failure, place: 'book.0a1b.js:1:204' },
          { ...failure, place: '<b>.js:1:1' },
        ],
        mails: {
          ...{ waiting: 2, oldestAt: LAST_AT },
          failed: [{ kind: 'order-sent', createdAt: LAST_AT, attempts: 10, lastError: '550 <b>no</b>' }],
        },
      }),
    });
    expect((await fixture.get('/ops/failures')).status).toBe(303);
    const response = await fixture.get('/ops/failures', await fixture.logIn());
    const html = (await response.text()).replaceAll(/\s+/g, ' ');
    expect(html).toContain('<code>shop@1.5.0</code>');
    expect(html).toContain('<code>book.0a1b.js:1:204</code>');
    expect(html).toContain('<code>mfe-shop/src/book.tsx:3:5 in Book</code>');
    expect(html).toContain('shop@1.5.0 has no script &#60;b&#62;.js. Is it of another release?');
    expect(html).toContain(
      '2 emails are waiting, the oldest since 26 Nov 2026, 10:00:00 UTC. 1 could not be sent',
    );
    expect(html).toContain('550 &#60;b&#62;no');
    expect(html).not.toContain('too slowly');
  });

  it('show errors in browsers and emails while the store stalls, and say that places in the source are late', async () => {
    const { storage, keys } = await testStore();
    const mails = { waiting: 2, oldestAt: LAST_AT, failed: [] };
    fixture = await OperatorsFixture.open({
      store: { storage: { ...storage, read: () => new Promise(() => undefined) }, keys },
      readOperations: async () => ({ errors: [{ ...failure, place: 'book.0a1b.js:1:204' }], mails }),
    });
    const cookie = await fixture.logIn();
    const html = (await (await fixture.get('/ops/failures', cookie)).text()).replaceAll(/\s+/g, ' ');
    expect(html).toContain('The store answers too slowly, so some places in the source are missing.');
    expect(html).toContain('<code>book.0a1b.js:1:204</code>');
    expect(html).toContain('2 emails are waiting');
  });

  it('say why the errors cannot be shown when the API is unavailable', async () => {
    fixture = await OperatorsFixture.open({
      readOperations: () => Promise.reject(new UserError('The API does not respond.')),
    });
    const response = await fixture.get('/ops/failures', await fixture.logIn());
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('The API does not respond.'),
    ]);
  });

  it('report missing telemetry and still work when the API is unavailable', async () => {
    fixture = await OperatorsFixture.open({
      telemetry: () => Promise.reject(new Error('The API does not respond.')),
    });
    const cookie = await fixture.logIn();
    expect(await (await fixture.get('/ops/releases', cookie)).text()).toContain(
      'No telemetry: The API does not respond.',
    );
    expect((await fixture.confirm(cookie, canary)).status).toBe(303);
  });
});
