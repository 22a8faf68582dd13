import {
  acceptsEncoding,
  availableDictionary,
  byteRange,
  allowsPartialResponse,
  dictionaryMatch,
} from './negotiation';

const HASH = 'a/b//cdefghijklmnopqrstuvwxyz0123456789+ABc=';

it('takes the hash out of Available-Dictionary', () => {
  expect(HASH).toHaveLength(44);
  expect(availableDictionary(`:${HASH}:`)).toBe(HASH);
});

it.each([null, '', HASH, `:${HASH}`, ':YQ==:', `:${HASH}:, :${HASH}:`, `:../${HASH.slice(3)}:`])(
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
  [null, false],
])('reads Accept-Encoding %s', (header, expected) => {
  expect(acceptsEncoding(header, 'dcz')).toBe(expected);
});

it('offers scripts with a hash in their name as dictionaries for the same script of any release', () => {
  expect(dictionaryMatch('/shop/1.5.0-ab/604.0123.js')).toBe('match="/shop/*/604.*.js", id="shop@1.5.0-ab"');
  expect(dictionaryMatch('/shop/files/604.0123.js')).toBe('match="/shop/*/604.*.js", id="shop@files"');
  expect(dictionaryMatch('/shell/libraries/libraries.0123.js')).toBe(
    'match="/shell/*/libraries.*.js", id="shell@libraries"',
  );
  for (const other of ['/shop/1.5.0/release.json', '/shop/1.5.0/only.js', '/shop/1.5.0/assets/a.0123.js']) {
    expect(dictionaryMatch(other)).toBeUndefined();
  }
});

it.each([
  ['gzip, deflate, br;q=0', false],
  ['br; Q=0.5', true],
  ['gzip', false],
])('reads Accept-Encoding %s for brotli', (header, expected) => {
  expect(acceptsEncoding(header, 'br')).toBe(expected);
});

it.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=8-90', { start: 8, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', undefined],
  ['bytes=0-1,4-5', undefined],
  ['lines=1-2', undefined],
])('reads Range %s of ten bytes', (header, expected) => {
  expect(byteRange(header, 10)).toEqual(expected);
});

it('sends a part only of the bytes that If-Range names by a strong tag', () => {
  expect(
    [null, '"a"', 'W/"a"', '"b"', 'Mon, 01 Jan 2024 00:00:00 GMT'].map((value) =>
      allowsPartialResponse(value, '"a"'),
    ),
  ).toEqual([true, true, false, false, false]);
  expect([allowsPartialResponse('W/"a"', 'W/"a"'), allowsPartialResponse('"a"', undefined)]).toEqual([
    false,
    false,
  ]);
});
