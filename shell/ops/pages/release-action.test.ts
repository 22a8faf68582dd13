import { UserError } from '../../tools/user-error';
import { promoteRelease } from '../../release/registry/changes';
import { readHistory } from '../../store/registry-log';
import { hiddenFields, OperatorsHouse } from './testing/operators-house';

// The gates have tests of their own; here one of them stands in the way of everything.
jest.mock('../../release/checks/may-go-out', () => ({
  requireChecked: async (part: string, version: string) => {
    throw new UserError(`${part}@${version} is refused by its gate "types": it does not compile.`);
  },
}));

const canary = { action: 'promote', part: 'shop', version: '1.5.0', percent: '5', force: 'yes' };

let house: OperatorsHouse;
beforeEach(async () => {
  house = await OperatorsHouse.open();
});
afterEach(() => house.close());

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
