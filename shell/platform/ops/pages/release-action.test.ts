import type { Release } from '../../formats/release';
import { UserError } from '../../../packages/node/user-error';
import { promoteRelease } from '../../release/registry/changes';
import { readHistory } from '../../store/registry-history';
import { readHiddenFields } from './testing/hidden-fields';
import { canary, OperatorsFixture } from './testing/operators-fixture';

// A gate that rejects every release, because the gates have tests of their own.
jest.mock('../../release/checks/require-checked', () => ({
  requireChecked: async ({ name, version }: Release) => {
    throw new UserError(`${name}@${version} fails its gate "types": it does not compile.`);
  },
}));

let fixture: OperatorsFixture;
beforeEach(async () => {
  fixture = await OperatorsFixture.open();
});

describe('an action', () => {
  it('is performed after its confirmation and recorded with the operator’s name and reason', async () => {
    const cookie = await fixture.logIn('Ada <Byron>');
    const confirmation = await fixture.openConfirmation(cookie, canary);
    expect(await confirmation.text()).toContain('Show shop@1.5.0 to 5% of visitors, in spite of its check?');
    expect((await fixture.registry()).revision).toBe(1);

    const done = await fixture.confirm(cookie, canary, 'new basket');
    expect([done.status, done.headers.get('location')]).toEqual([303, '/ops/releases?done=2']);
    expect((await fixture.registry()).remotes[0]).toMatchObject({
      canary: { percent: 5, release: { version: '1.5.0' } },
    });
    const [entry] = await readHistory(fixture.store.storage, fixture.store.keys);
    expect(entry).toMatchObject({
      who: 'Ada <Byron>',
      why: 'new basket',
      changes: [{ what: 'canary', percent: 5 }],
    });
    expect(await (await fixture.get('/ops/releases?done=2', cookie)).text()).toMatch(
      /role="status"[^>]*>Done: /,
    );
  });

  it('can make a release live for all visitors, roll it back, and abort a canary', async () => {
    const cookie = await fixture.logIn();
    await fixture.confirm(cookie, { ...canary, percent: '100' });
    expect((await fixture.registry()).remotes[0]?.live?.version).toBe('1.5.0');
    await fixture.confirm(cookie, { action: 'rollback', app: 'shop' }, 'prices are missing');
    expect((await fixture.registry()).remotes[0]?.live?.version).toBe('1.4.0');
    await fixture.confirm(cookie, canary);
    await fixture.confirm(cookie, { action: 'abort', app: 'shop', version: '1.5.0' }, 'slow');
    expect((await fixture.registry()).remotes[0]?.canary).toBeUndefined();
  });

  it('can show a release to staff only, and says so before and after', async () => {
    const cookie = await fixture.logIn();
    const forStaff = { ...canary, percent: '0' };
    expect(await (await fixture.openConfirmation(cookie, forStaff)).text()).toContain(
      'Show shop@1.5.0 to staff only, in spite of its check?',
    );
    const done = await fixture.confirm(cookie, forStaff);
    expect((await fixture.registry()).remotes[0]?.canary).toMatchObject({ percent: 0 });
    const page = await (await fixture.get(done.headers.get('location') ?? '', cookie)).text();
    expect(page).toContain('Staff get it with their next page.');
    expect(page).toContain('Live for all visitors');
    expect(page).toContain('Canary, staff only');
    expect(page).toMatch(/class="state warn">\s*1\.5\.0 is a canary, shown to staff only\./);
  });

  it('says that visitors get a change that takes a canary from them, and staff one of theirs alone', async () => {
    const cookie = await fixture.logIn();
    const pageAfter = async (action: Readonly<Record<string, string>>) => {
      const done = await fixture.confirm(cookie, action, 'a test');
      return (await fixture.get(done.headers.get('location') ?? '', cookie)).text();
    };
    expect(await pageAfter(canary)).toContain('Visitors get it with their next page.');
    expect(await pageAfter({ ...canary, percent: '0' })).toContain('Visitors get it with their next page.');
    const abort = { action: 'abort', app: 'shop', version: '1.5.0' };
    expect(await pageAfter(abort)).toContain('Staff get it with their next page.');
  });

  it('can begin a rollout, and states its steps before and after', async () => {
    const cookie = await fixture.logIn();
    const overview = await (await fixture.get('/ops/releases', cookie)).text();
    expect(overview).toMatch(/<input[^>]*\sname="steps"/);
    const steps = { ...canary, steps: '25, 100', every: '45' };
    const confirmation = await fixture.openConfirmation(cookie, steps);
    expect(await confirmation.text()).toContain(
      'Show shop@1.5.0 to 5% of visitors, then 25, 100% every 45 minutes, in spite of its check?',
    );
    expect((await fixture.confirm(cookie, steps)).status).toBe(303);
    expect((await fixture.registry()).remotes[0]?.canary).toMatchObject({
      ...{ percent: 5, rollout: { steps: [25, 100], minutes: 45, forced: true } },
    });
    expect(await (await fixture.get('/ops/releases', cookie)).text()).toContain(
      'Canary, 5%, then 25, 100% every 45 minutes',
    );
  });

  it('can retire a remote and promote it again', async () => {
    const cookie = await fixture.logIn();
    const retire = { action: 'retire', app: 'shop', to: '/login' };
    expect((await fixture.confirm(cookie, retire, ' ')).status).toBe(409);
    expect((await fixture.confirm(cookie, retire, 'sold out')).status).toBe(303);
    expect(await fixture.registry()).toMatchObject({
      ...{ remotes: [], retired: [{ name: 'shop', routes: ['/isa-basket'], to: '/login' }] },
    });
    expect(fixture.events.at(-1)).toMatchObject({ action: 'retire', target: 'shop', result: 'success' });
    const html = await (await fixture.get('/ops/releases', cookie)).text();
    expect(html).toContain('Retired: its addresses lead to /login.');
    await fixture.confirm(cookie, canary);
    const { remotes, retired } = await fixture.registry();
    expect([remotes[0]?.live, remotes[0]?.canary?.percent, retired?.length]).toEqual([undefined, 5, 1]);
    const begun = await (await fixture.get('/ops/releases', cookie)).text();
    expect(begun.match(/<h2 id="app-shop">/g)).toHaveLength(1);
    expect(begun).toMatch(/Live for all visitors<\/dt>\s*<dd[^>]*>none.*Canary, 5%/s);
    await fixture.confirm(cookie, { ...canary, percent: '100' });
    expect(await fixture.registry()).toMatchObject({ remotes: [{ live: { version: '1.5.0' } }] });
    expect((await fixture.registry()).retired).toBeUndefined();
  });

  it('does not retire a remote to which pages link, unless the operator ignores the links', async () => {
    const pages = new Map([['/contact', '<main><a class="x" href="/isa-basket">Basket</a></main>']]);
    fixture = await OperatorsFixture.open({ readPages: async () => pages });
    const cookie = await fixture.logIn();
    const rejected = await fixture.openConfirmation(cookie, { action: 'retire', app: 'shop' });
    expect(rejected.status).toBe(409);
    const html = await rejected.text();
    expect(html).toContain('/contact of no app links to /isa-basket');
    expect(html).toContain('aria-label="Ignore the links"');
    const forced = { action: 'retire', app: 'shop', force: 'yes' };
    expect((await fixture.confirm(cookie, forced, 'sold out')).status).toBe(303);
    expect((await fixture.registry()).retired).toEqual([{ name: 'shop', routes: ['/isa-basket'] }]);
  });

  it('needs a reason to abort a canary', async () => {
    const cookie = await fixture.logIn();
    await fixture.confirm(cookie, canary);
    const abort = { action: 'abort', app: 'shop', version: '1.5.0' };
    const rejected = await fixture.confirm(cookie, abort, '  ');
    expect(rejected.status).toBe(409);
    expect(await rejected.text()).toContain('Enter a reason for the history.');
    expect((await fixture.registry()).revision).toBe(2);
  });

  it('is rejected by a failed gate, unless the operator ignores the check and gives a reason', async () => {
    const cookie = await fixture.logIn();
    const checked = { ...canary, force: 'no' };
    const rejected = await fixture.openConfirmation(cookie, checked);
    expect(rejected.status).toBe(409);
    const html = await rejected.text();
    expect(html).toMatch(/shop@1\.5\.0 fails its gate/);
    expect(html).toContain('name="force" value="yes"');
    expect((await fixture.confirm(cookie, canary, '')).status).toBe(409);
    expect((await fixture.confirm(cookie, canary, 'checkout is down')).status).toBe(303);
  });

  it('is rejected when the registry was updated after its confirmation', async () => {
    const cookie = await fixture.logIn();
    const confirmation = await fixture.openConfirmation(cookie, canary);
    await promoteRelease({
      app: 'shop',
      version: '1.5.0',
      force: true,
      who: 'another operator',
      why: 'faster',
      ...fixture.store,
    });
    const fields = { ...readHiddenFields(await confirmation.text()), why: 'late' };
    const late = await fixture.post('/ops/releases', fields, { Cookie: cookie });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain('The registry is at revision 2');
  });

  it.each([
    ['a release that is not in the store', { ...canary, version: '9.9.9' }, 409, 'is not in the store'],
    [
      'a release that is already live',
      { ...canary, version: '1.4.0', percent: '100' },
      409,
      'Nothing would change',
    ],
    ['a canary of the shell', { ...canary, app: 'shell', version: '1.0.0' }, 409, 'The shell has no canary'],
    [
      'a rollback without a previous release',
      { action: 'rollback', app: 'shop' },
      409,
      'cannot be rolled back',
    ],
    ['shrinking steps', { ...canary, steps: '3,100', every: '30' }, 400, 'Use growing shares'],
    ['a step without a period', { ...canary, steps: '25,100', every: '0' }, 400, 'Use minutes or hours'],
    ['the shell’s retirement', { action: 'retire', app: 'shell' }, 409, 'The shell cannot be retired'],
    ['a redirect to no page', { action: 'retire', app: 'shop', to: '/no' }, 409, 'No app serves /no'],
    ['no share', { ...canary, percent: '' }, 400, 'Enter a share from 0 (staff only)'],
    ['a negative share', { ...canary, percent: '-1' }, 400, 'Enter a share from 0 (staff only)'],
    ['steps that begin with staff', { ...canary, percent: '0', steps: '5,100', every: '30' }, 400, 'growing'],
    ['an invalid version', { ...canary, version: '../secret' }, 400, 'Choose a version of shop.'],
    ['an invalid app name', { ...canary, app: '../shop' }, 400, 'does not name an app'],
    ['an unknown action', { ...canary, action: 'delete' }, 400, 'contains no known action'],
  ])('is rejected with an explanation: %s', async (_, query, status, message) => {
    const cookie = await fixture.logIn();
    const response = await fixture.openConfirmation(cookie, query);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(message);
  });

  it('an action submitted by a page of another origin, or by a link, changes nothing', async () => {
    const cookie = await fixture.logIn();
    const confirmation = await fixture.openConfirmation(cookie, canary);
    const fields = readHiddenFields(await confirmation.text());
    const attempts = [
      fixture.post('/ops/releases', fields, { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' }),
      fixture.post('/ops/releases', fields, { Cookie: cookie, 'Sec-Fetch-Site': 'same-site' }),
      fixture.post('/ops/releases', fields, { Cookie: cookie, Origin: 'https://site.test' }),
      fixture.post('/ops/releases', fields, { Cookie: cookie, 'Sec-Fetch-Site': '' }),
      fixture.post('/ops/releases', fields, { Cookie: cookie, 'Sec-Fetch-Site': '', Origin: 'null' }),
      fixture.get(`/ops/releases?${new URLSearchParams(fields).toString()}`, cookie),
    ];
    for (const attempt of attempts) expect((await attempt).status).not.toBe(303);
    expect((await fixture.registry()).revision).toBe(1);
  });

  it('an action with a too long form is rejected', async () => {
    const cookie = await fixture.logIn();
    const response = await fixture.post(
      '/ops/releases',
      { ...canary, why: 'x'.repeat(9_000) },
      { Cookie: cookie },
    );
    expect(response.status).toBe(400);
  });
});
