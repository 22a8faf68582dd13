import { TEST_CDN, release } from '../testing/releases';
import { createScriptHashes, enforceScriptHashes, IMPOSSIBLE_HASH } from './script-hashes';

const CHUNK = `sha384-${'c'.repeat(64)}`;
/** The hash that a loader assigns by itself. */
const OWN = `sha384-${'d'.repeat(64)}`;
const shop = { ...release('shop', '1.2.3'), hashes: { '12.ab.js': CHUNK, 'assets/34.cd.js': CHUNK } };
const folder = `${TEST_CDN}/shop/1.2.3/`;

describe('createScriptHashes', () => {
  const hashes = createScriptHashes(TEST_CDN);
  hashes.add(shop);

  it.each([
    ['the entry', shop.entry, shop.integrity],
    ['the entry on a second attempt', `${shop.entry}?attempt=2`, shop.integrity],
    ['a chunk', `${folder}12.ab.js`, CHUNK],
    ['a chunk in a folder', `${folder}assets/34.cd.js`, CHUNK],
    ['a script that the release does not list', `${folder}56.ef.js`, IMPOSSIBLE_HASH],
    ['a script of a release that is not registered', `${TEST_CDN}/shop/1.0.0/12.ab.js`, OWN],
    ['a script of another site', 'https://www.paypal.com/sdk/js', undefined],
    ['a site whose name begins with that of the store', `${TEST_CDN}.evil.test/12.ab.js`, undefined],
  ])('finds the hash of %s', (_name, address, hash) => {
    expect(hashes.of(address, OWN)).toBe(hash);
  });

  it.each(['', 'undefined', 'sha384-', 'md5-abc', 'sha384 abc'])(
    'requires an impossible hash where the registry has "%s"',
    (integrity) => {
      const malformed = createScriptHashes(TEST_CDN);
      malformed.add({ ...shop, integrity, hashes: { '12.ab.js': integrity } });
      expect(malformed.of(shop.entry, OWN)).toBe(IMPOSSIBLE_HASH);
      expect(malformed.of(`${folder}12.ab.js`, OWN)).toBe(IMPOSSIBLE_HASH);
      expect(malformed.of(`${TEST_CDN}/shop/1.0.0/12.ab.js`, integrity)).toBe(IMPOSSIBLE_HASH);
    },
  );

  it('requires a valid hash of the loader for a release that was promoted without hashes', () => {
    const former = createScriptHashes(TEST_CDN);
    former.add(release('shop', '1.2.3'));
    expect(former.of(shop.entry, OWN)).toBe(shop.integrity);
    expect(former.of(`${folder}12.ab.js`, OWN)).toBe(OWN);
    expect(former.of(`${folder}12.ab.js`, '')).toBe(IMPOSSIBLE_HASH);
  });

  it('finds the scripts of each of two releases that share a folder, and no others', () => {
    const shared = `${TEST_CDN}/shop/files/`;
    const of = (version: string, hashes: Readonly<Record<string, string>>) => ({
      ...release('shop', version),
      ...{ entry: `${shared}remote-entry.${version}.js`, globalName: `mf_shop_${version}`, hashes },
    });
    const both = createScriptHashes(TEST_CDN);
    both.add(of('1.2.3', { '12.ab.js': CHUNK, '34.cd.js': CHUNK }));
    both.add(of('1.2.4', { '12.ab.js': CHUNK, '56.ef.js': CHUNK }));
    for (const script of ['12.ab.js', '34.cd.js', '56.ef.js'])
      expect(both.of(shared + script, OWN)).toBe(CHUNK);
    for (const version of ['1.2.3', '1.2.4']) {
      expect(both.of(`${shared}remote-entry.${version}.js`, OWN)).toBe(shop.integrity);
    }
    expect(both.of(`${shared}78.ab.js`, OWN)).toBe(IMPOSSIBLE_HASH);
  });

  it('requires no hash of a shell that its development server serves', () => {
    expect(
      createScriptHashes(undefined).of(`${TEST_CDN}/src_accounts_login-page_tsx.js`, ''),
    ).toBeUndefined();
  });

  it('requires no hash of development servers on this machine, and only of these', () => {
    const local = 'http://localhost:3001';
    const store = createScriptHashes(local);
    const unverified = { ...shop, integrity: '', unverified: true };
    store.add({ ...unverified, entry: `${local}/development/remote-entry.js` });
    expect(store.of(`${local}/development/main.js`, '')).toBeUndefined();
    expect(store.of(`${local}/shop/1.2.3/main.js`, '')).toBe(IMPOSSIBLE_HASH);
    const remote = createScriptHashes(TEST_CDN);
    remote.add(unverified);
    expect(remote.of(shop.entry, OWN)).toBe(IMPOSSIBLE_HASH);
  });
});

/** Makes `integrity` reflect its attribute as in browsers, which jsdom does not do. */
function defineIntegrity(): void {
  Object.defineProperty(HTMLScriptElement.prototype, 'integrity', {
    configurable: true,
    get(this: HTMLScriptElement) {
      return this.getAttribute('integrity') ?? '';
    },
    set(this: HTMLScriptElement, value: string) {
      Element.prototype.setAttribute.call(this, 'integrity', value);
    },
  });
}

describe('enforceScriptHashes', () => {
  defineIntegrity();
  const hashes = createScriptHashes(TEST_CDN);
  hashes.add(shop);
  enforceScriptHashes(window, hashes);

  it('assigns the hash of the registry, whatever the loader assigns', () => {
    const script = document.createElement('script');
    script.src = `${folder}12.ab.js`;
    expect(script).toMatchObject({ integrity: CHUNK, crossOrigin: 'anonymous' });
    script.integrity = '';
    expect(script.integrity).toBe(CHUNK);
    script.setAttribute('Integrity', OWN);
    expect(script.integrity).toBe(CHUNK);
    script.setAttribute('src', `${folder}unknown.js`);
    expect(script.integrity).toBe(IMPOSSIBLE_HASH);
  });

  it('leaves scripts of other sites unchanged', () => {
    const script = document.createElement('script');
    script.integrity = CHUNK;
    script.src = 'https://www.paypal.com/sdk/js';
    expect(script.integrity).toBe(CHUNK);
    expect(script.crossOrigin).toBeNull();
  });
});
