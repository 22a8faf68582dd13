import type { ServedReleases } from '../../formats/composition';
import { awaitComposition } from './await-composition';

/** Responds with each revision in turn, then with the last one. */
function site(...revisions: readonly number[]) {
  let requests = 0;
  return async (): Promise<ServedReleases | undefined> => {
    const revision = revisions[Math.min(requests++, revisions.length - 1)];
    return revision === undefined ? undefined : { revision, versions: {}, heldBack: [] };
  };
}

test.each([
  ['the revision', site(4, 4, 5), { state: 'composed', served: { revision: 5 } }],
  ['a later revision', site(7), { state: 'composed', served: { revision: 7 } }],
  ['no site', site(), { state: 'no site' }],
])('ends when there is %s', async (_name, readServed, expected) => {
  expect(await awaitComposition(5, { readServed, interval: 1 })).toMatchObject(expected);
});

test('ends with the revision that visitors have when the site is not composed in time', async () => {
  const result = await awaitComposition(5, { readServed: site(4), timeout: 3, interval: 1 });
  expect(result).toMatchObject({ state: 'late', served: { revision: 4 } });
});
