import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { countingReads } from '../../tooling/testing/release/long-history';
import { explainPlace, explainPlaces, placeLabel } from './explain';

const SOURCE = `export default function BasketPage() {
  const total = (lines: readonly Line[]) => {
    return lines.reduce((sum, line) => sum + line.price.pence, 0);
  };
  return total([]);
}
`;
/** The third line of the source, from its 12th column on, is at the 10th column of the script's only line. */
const map = (change: object = {}) =>
  JSON.stringify({
    version: 3,
    sources: ['webpack:///mfe-shop/src/features/basket/basket-page.tsx'],
    sourcesContent: [SOURCE],
    names: [],
    mappings: 'SAEW',
    ...change,
  });

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
});

const release = (version: string, text = map()) =>
  store.release({
    app: 'shop',
    version,
    files: { '604.0123456789ab.js': 'x', 'maps/604.0123456789ab.js.map': text },
  });
const explain = (place: string, version = '1.0.0') => explainPlace({ app: 'shop', version }, place, store);

test.each([
  '604.0123456789ab.js:1:15',
  'https://cdn.example/shop/1.0.0/604.0123456789ab.js:1:15',
  '    at o (https://cdn.example/shop/1.0.0/604.0123456789ab.js:1:15)',
])('%s leads to the file, the line, the function and the lines around it', async (place) => {
  await release('1.0.0');
  expect(await explain(place)).toEqual({
    file: 'mfe-shop/src/features/basket/basket-page.tsx',
    line: 3,
    column: 12,
    function: 'total',
    lines: SOURCE.split('\n')
      .slice(0, 5)
      .map((text, index) => ({ number: index + 1, text })),
  });
});

test('a place in what webpack has written has no lines', async () => {
  const sources = ['webpack:///webpack/runtime/load script'];
  await release('1.0.0', map({ sources, sourcesContent: [null] }));
  expect(await explain('604.0123456789ab.js:1:15')).toEqual({
    file: 'webpack/runtime/load script',
    line: 3,
    column: 12,
    lines: [],
  });
});

test.each([
  ['no place', 'TypeError: x is undefined', '1.0.0', 'is not a place in a script'],
  [
    'a script of another release',
    '605.0123456789ab.js:1:1',
    '1.0.0',
    'shop@1.0.0 has no script 605.0123456789ab.js. Is it of another release?',
  ],
  ['a place before the sources', '604.0123456789ab.js:1:2', '1.0.0', 'is not in its sources'],
  ['an unknown release', '604.0123456789ab.js:1:15', '9.0.0', 'shop@9.0.0 is not in the store'],
  ['a map that cannot be read', '604.0123456789ab.js:1:15', '1.0.1', 'cannot be read'],
])('%s is refused', async (_kind, place, version, message) => {
  await release('1.0.0');
  await release('1.0.1', '{}');
  await expect(explain(place, version)).rejects.toThrow(message);
});

test('of reported places those that exist are explained, the others have a reason, and a map is read once', async () => {
  await release('1.0.0');
  const { storage, reads } = countingReads(store.storage);
  const at = (remote: string, version: string, place: string) => ({ remote, version, place });
  const places = [
    ...[14, 15, 16].map((column) => at('shop', '1.0.0', `604.0123456789ab.js:1:${column}`)),
    at('shop', '1.0.0', 'invented.js:1:1'),
    at('shop', '9.0.0', 'remote.js:1:1'),
    at('other', 'x+y', 'remote.js:1:1'),
  ];
  const found = await explainPlaces(places, { storage, keys: store.keys });
  const shown = [...found.values()].map((one) => (typeof one === 'string' ? one : placeLabel(one)));
  expect(shown).toEqual([
    ...Array.from({ length: 3 }, () => 'mfe-shop/src/features/basket/basket-page.tsx:3:12 in total'),
    expect.stringContaining('has no script invented.js'),
    expect.stringContaining('shop@9.0.0 is not in the store'),
    expect.stringContaining('"x+y" is not a version'),
  ]);
  // The release and its map, the release again for the invented script, and the release that does not exist.
  expect(reads()).toBe(4);
});
