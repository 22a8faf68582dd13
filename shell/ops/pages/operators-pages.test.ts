import { promoteRelease } from '../../release/registry/changes';
import { OperatorsFixture } from './testing/operators-fixture';

const canary = { action: 'promote', part: 'shop', version: '1.5.0', percent: '5', force: 'yes' };

let fixture: OperatorsFixture;
beforeEach(async () => {
  fixture = await OperatorsFixture.open();
});
afterEach(() => fixture.close());

describe('the operators’ pages', () => {
  it('respond only to /ops and paths below it', async () => {
    for (const address of ['/', '/opsx', '/isa-ops', '/shell/ops'])
      expect((await fixture.get(address)).status).toBe(418);
  });

  it('forbid scripts, caching, framing and indexing', async () => {
    const { headers } = await fixture.get('/ops/releases', await fixture.logIn());
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  });

  it('show the live release and the canary with their shares, and use the site’s fonts', async () => {
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
    expect(html).toContain('/shell/1.0.0/assets/inter.0a1b.woff2');
    expect(html).toContain('&lt;b&gt;try&lt;/b&gt;');
    expect(html).not.toContain('<b>');
  });

  it('show which revision visitors get, and a release that cannot be rendered', async () => {
    await fixture.close();
    const heldBack = [{ app: 'shop', version: '1.5.0', used: '1.4.0', reason: 'badly written' }];
    const served = { revision: 7, versions: {}, heldBack };
    fixture = await OperatorsFixture.open({ readServed: async () => served });
    const html = await (await fixture.get('/ops/releases', await fixture.logIn())).text();
    expect(html).toContain('Visitors get revision 7.');
    expect(html).toContain('shop@1.5.0 cannot be rendered, and visitors keep shop@1.4.0: badly written.');
  });

  it('make a preview link for a release that is not promoted', async () => {
    const address = '/ops/releases/preview?part=shop&version=1.5.0&days=2';
    expect((await fixture.get(address)).status).toBe(303);
    const cookie = await fixture.logIn();
    expect(await (await fixture.get('/ops/releases', cookie)).text()).toContain('aria-label="Preview shop"');
    const html = await (await fixture.get(address, cookie)).text();
    expect(html).toContain('href="https://site.test/isa-basket?isa-release=shop%401.5.0&amp;isa-preview=');
    expect(fixture.events.at(-1)).toMatchObject({
      ...{ event: 'release-control', action: 'preview', target: 'shop@1.5.0', result: 'success' },
    });
    expect((await fixture.get(address.replace('=2', '=31'), cookie)).status).toBe(400);
    expect((await fixture.registry()).revision).toBe(1);
  });

  it('report missing telemetry and still work when the API is unavailable', async () => {
    await fixture.close();
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
