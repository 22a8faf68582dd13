import { testFolder } from '../../../../api/testing/test-folder';
import { mkdir } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import type { SiteBuild } from '../../formats/site-build';
import { promoteRelease } from '../../release/registry/changes';
import { siteFolderAt } from '../../store/site-folder';
import { canary, OperatorsFixture } from './testing/operators-fixture';

let fixture: OperatorsFixture;
beforeEach(async () => {
  fixture = await OperatorsFixture.open();
});

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

  it('forbid scripts, caching, framing and indexing, and load nothing', async () => {
    const response = await fixture.get('/ops/releases', await fixture.logIn());
    const { headers } = response;
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(await response.text()).not.toMatch(/<script|<link|<img|url\(| src=/);
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
    expect(html).toContain('Live, 80 %');
    expect(html).toContain('Canary, 20 %');
    expect(html).toContain('&lt;b&gt;try&lt;/b&gt;');
    expect(html).not.toContain('<b>');
  });

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
      { site: { siteFolder, ...origins } },
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
      'href="https://preview.site.test/isa-basket?isa-release=shop%401.5.0&amp;isa-preview=',
    );
    expect(fixture.events.at(-1)).toMatchObject({
      ...{ event: 'release-control', action: 'preview', target: 'shop@1.5.0', result: 'success' },
    });
    expect((await fixture.get(address.replace('=2', '=15'), cookie)).status).toBe(400);
    expect((await fixture.registry()).revision).toBe(1);
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
