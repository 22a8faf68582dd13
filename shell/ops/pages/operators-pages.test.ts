import { promoteRelease } from '../../release/registry/changes';
import { OperatorsHouse } from './testing/operators-house';

const canary = { action: 'promote', part: 'shop', version: '1.5.0', percent: '5', force: 'yes' };

let house: OperatorsHouse;
beforeEach(async () => {
  house = await OperatorsHouse.open();
});
afterEach(() => house.close());

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
    house = await OperatorsHouse.open({
      telemetry: () => Promise.reject(new Error('The API does not answer.')),
    });
    const cookie = await house.logIn();
    expect(await (await house.get('/ops/releases', cookie)).text()).toContain(
      'There are no figures: The API does not answer.',
    );
    expect((await house.confirm(cookie, canary)).status).toBe(303);
  });
});
