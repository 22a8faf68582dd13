import type { ServedReleases } from '../../formats/site-build';
import { awaitSiteBuild } from './await-site-build';

/** Responds with each revision in turn, then with the last one. */
function site(...revisions: readonly number[]) {
  let requests = 0;
  return async (): Promise<ServedReleases | undefined> => {
    const revision = revisions[Math.min(requests++, revisions.length - 1)];
    return revision === undefined ? undefined : { revision, versions: {}, fallbacks: [] };
  };
}

test.each([
  ['the revision', site(4, 4, 5), { state: 'built', served: { revision: 5 } }],
  ['a later revision', site(7), { state: 'built', served: { revision: 7 } }],
  ['no site', site(), { state: 'no site' }],
])('ends when there is %s', async (_name, readServed, expected) => {
  expect(await awaitSiteBuild(5, readServed, undefined, 1)).toMatchObject(expected);
});

test('ends with the revision that visitors have when the site is not built in time', async () => {
  const result = await awaitSiteBuild(5, site(4), 3, 1);
  expect(result).toMatchObject({ state: 'late', served: { revision: 4 } });
});
