import { deltaName, scriptOfDelta, stemOf } from './deltas';

const HASH = 'a/b//cdefghijklmnopqrstuvwxyz0123456789+ABc=';

it('names a delta after the hash, with slashes as folders', () => {
  const name = deltaName('604.0123.js', HASH);
  expect(name).toBe('604.0123.js.dcz/a/b/cdefghijklmnopqrstuvwxyz0123456789+ABc');
  expect(scriptOfDelta(name)).toBe('604.0123.js');
  expect(deltaName('604.0123.js', `/${HASH.slice(1)}`)).toBe(
    '604.0123.js.dcz/b/cdefghijklmnopqrstuvwxyz0123456789+ABc',
  );
  expect(scriptOfDelta('604.0123.js.br')).toBeUndefined();
});

it('reads the part of a script’s name that stays the same', () => {
  expect(stemOf('remote-entry.0123456789ab.js')).toBe('remote-entry');
});
