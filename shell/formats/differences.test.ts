import { differenceName, scriptOfDifference, stemOf } from './differences';

const HASH = 'a/b//cdefghijklmnopqrstuvwxyz0123456789+ABc=';

it('names a difference after the hash, with slashes as folders', () => {
  const name = differenceName('604.0123.js', HASH);
  expect(name).toBe('604.0123.js.dcz/a/b/cdefghijklmnopqrstuvwxyz0123456789+ABc');
  expect(scriptOfDifference(name)).toBe('604.0123.js');
  expect(differenceName('604.0123.js', `/${HASH.slice(1)}`)).toBe(
    '604.0123.js.dcz/b/cdefghijklmnopqrstuvwxyz0123456789+ABc',
  );
  expect(scriptOfDifference('604.0123.js.br')).toBeUndefined();
});

it('reads the part of a script’s name that stays the same', () => {
  expect(stemOf('remote-entry.0123456789ab.js')).toBe('remote-entry');
});
