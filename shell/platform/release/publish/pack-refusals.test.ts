import { createKeyPair } from '../../store/keys/signature';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { pack, versionOf } from './pack';
import { runUnprivileged } from '../run-unprivileged';

// A stand-in for the build, which takes long.
jest.mock('../run-unprivileged', () => ({
  runUnprivileged: jest.fn(() => Promise.reject(new Error('The build was started.'))),
}));

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
});

const packShop = (options: Partial<Parameters<typeof pack>[0]> = {}) =>
  pack({ app: 'shop', version: '1.5.0', into: `${store.folder}/built`, ...store, ...options });

describe('pack, before it builds', () => {
  afterEach(() => expect(runUnprivileged).not.toHaveBeenCalled());

  it('refuses a version that is published from other sources', async () => {
    await store.release({ app: 'shop', version: '1.5.0' });
    await expect(packShop()).rejects.toThrow('shop@1.5.0 is published already, with other bytes');
  });

  it('refuses a version that is not valid', async () => {
    await expect(packShop({ version: 'next' })).rejects.toThrow('"next" is not a version');
  });

  it('refuses a key that is not trusted, and says how to trust it', async () => {
    const { privateKey, publicKey } = createKeyPair();
    const keys = { ...store.keys, privateKey: async () => privateKey };
    await expect(packShop({ keys })).rejects.toThrow(
      `is not trusted. Trust it with npm run release -- trust shop ${publicKey.key}`,
    );
  });

  it('refuses a missing key', async () => {
    const privateKey = () => Promise.reject(new Error('The test has no key of shop.'));
    await expect(packShop({ keys: { ...store.keys, privateKey } })).rejects.toThrow('no key of shop');
  });
});

it('pack builds when the store cannot be read, where publish would refuse', async () => {
  const storage = { ...store.storage, read: () => Promise.reject(new Error('Access denied')) };
  await expect(packShop({ storage })).rejects.toThrow('The build was started.');
});

it('pack signs no other release than the one it has asked for', async () => {
  const other = { name: 'shell', version: '1.5.0', revision: 'test' };
  jest.mocked(runUnprivileged).mockResolvedValueOnce(other);
  await expect(packShop()).rejects.toThrow('The build of shop has described another release.');
});

it('pack signs no release that publish would refuse', async () => {
  const { revision } = await versionOf('shop');
  const release = await store.pack({
    app: 'shop',
    version: '1.5.0',
    sharesFiles: true,
    files: { 'Inter.woff2': '' },
  });
  jest.mocked(runUnprivileged).mockResolvedValueOnce({ ...release, revision });
  await expect(packShop()).rejects.toThrow(
    'The build of shop is refused: "Inter.woff2" is not called <name>.<hash>.<extension>',
  );
});
