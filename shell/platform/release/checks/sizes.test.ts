import { sizesOf } from './sizes';

const file = { integrity: 'sha384-abc', bytes: 300, brotliBytes: 100 };

test('the size gate counts only the scripts that visitors get', () => {
  const files = {
    'remote-entry.0123.js': file,
    'remote.0123.js': file,
    'page.0123.js': file,
    'node/server.cjs': file,
    'node/page.js': file,
    'maps/page.0123.js.map': file,
    'types/src/remote.js': file,
    'sbom.cdx.json': file,
  };
  expect(sizesOf({ entry: 'remote-entry.0123.js', files })).toEqual({ start: 200, all: 300 });
});
