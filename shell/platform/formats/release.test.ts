import { scriptHashes } from './release';

test('the hashes of a release are those of its public scripts besides the entry, in any folder', () => {
  const file = (integrity: string) => ({ integrity, bytes: 1, brotliBytes: 1 });
  const files = {
    'remote-entry.ab.js': file('sha384-entry'),
    '12.cd.js': file('sha384-chunk'),
    'assets/34.ef.mjs': file('sha384-asset'),
    'assets/picture.svg': file('sha384-picture'),
    'node/server.js': file('sha384-server'),
    'types/index.js': file('sha384-types'),
  };
  expect(scriptHashes({ entry: 'remote-entry.ab.js', files })).toEqual({
    '12.cd.js': 'sha384-chunk',
    'assets/34.ef.mjs': 'sha384-asset',
  });
});
