import {
  acceptsDifferences,
  availableDictionary,
  differenceName,
  scriptOfDifference,
  stemOf,
  useAsDictionary,
} from './differences';

const HASH = 'a/b//cdefghijklmnopqrstuvwxyz0123456789+ABc=';

it('takes the hash out of Available-Dictionary', () => {
  expect(HASH).toHaveLength(44);
  expect(availableDictionary(`:${HASH}:`)).toBe(HASH);
});

it.each([undefined, '', HASH, `:${HASH}`, ':YQ==:', `:${HASH}:, :${HASH}:`, `:../${HASH.slice(3)}:`])(
  'rejects the Available-Dictionary %s',
  (header) => {
    expect(availableDictionary(header)).toBeUndefined();
  },
);

it.each([
  ['gzip, deflate, br, zstd, dcb, dcz', true],
  ['dcz;q=0.5', true],
  ['DCZ', true],
  ['br, dcz;q=0', false],
  ['dcz; q=0.000, br', false],
  ['gzip, deflate, br, zstd', false],
  ['dczx', false],
  [undefined, false],
])('reads Accept-Encoding %s', (header, expected) => {
  expect(acceptsDifferences(header)).toBe(expected);
});

it('names a difference after the hash, with slashes as folders', () => {
  const name = differenceName('604.0123.js', HASH);
  expect(name).toBe('604.0123.js.dcz/a/b/cdefghijklmnopqrstuvwxyz0123456789+ABc');
  expect(scriptOfDifference(name)).toBe('604.0123.js');
  expect(differenceName('604.0123.js', `/${HASH.slice(1)}`)).toBe(
    '604.0123.js.dcz/b/cdefghijklmnopqrstuvwxyz0123456789+ABc',
  );
  expect(scriptOfDifference('604.0123.js.br')).toBeUndefined();
});

it('offers scripts with a hash in their name as dictionaries for the same script of any release', () => {
  expect(useAsDictionary('/shop/1.5.0-ab/604.0123.js')).toBe('match="/shop/*/604.*.js", id="shop@1.5.0-ab"');
  expect(useAsDictionary('/shell/libraries/libraries.0123.js')).toBe(
    'match="/shell/*/libraries.*.js", id="shell@libraries"',
  );
  for (const other of ['/shop/1.5.0/release.json', '/shop/1.5.0/only.js', '/shop/1.5.0/assets/a.0123.js']) {
    expect(useAsDictionary(other)).toBeUndefined();
  }
  expect(stemOf('remote-entry.0123456789ab.js')).toBe('remote-entry');
});
