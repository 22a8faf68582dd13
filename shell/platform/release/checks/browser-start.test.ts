import { minimalRemote, MINIMAL_SHELL } from '../../../tooling/testing/release/minimal-builds';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { integrityOf } from '../../formats/integrity-of';
import { requirePublished } from '../../store/releases';
import { gates } from './gates';

const CHUNK = 'exports.shop = "2.0.0";';
/** The hashes of the chunk as it was signed and of the chunk with other bytes. */
const BOTH_HASHES = [CHUNK, `${CHUNK};`].map((text) => integrityOf(Buffer.from(text))).join(' ');

/**
 * A shell that loads the page's remote, a second time after a failure, and shows a heading.
 * @param chunkIntegrity the hash that it gives all other scripts.
 */
const browserShell = (chunkIntegrity: string) => `
  trustedTypes.createPolicy('default', { createScriptURL: (address) => address });
  const { cdn, registry } = JSON.parse(document.getElementById('isa-registry').textContent);
  const { entry, globalName, integrity } = registry.remotes[0].live;
  const script = document.createElement('script');
  Object.assign(script, { src: cdn + '/' + entry, crossOrigin: 'anonymous', integrity });
  script.onload = async () => {
    const load = async () => (await window[globalName].get('./remote'))();
    await load().catch(load);
    document.getElementById('root').append(document.createElement('h1'));
  };
  document.head.append(script);
  document.head.append = (added) => {
    added.integrity = '${chunkIntegrity}';
    document.head.appendChild(added);
  };`;

/** Only the first evaluation throws, as in webpack's modules. */
const browserRemote = (code: string) => `
  let times = 0;
  var mf_shop_2_0_0 = {
    init() {},
    get: async () => () => {
      if (times++ === 0) { ${code} }
      return { default: { name: 'shop' } };
    },
  };`;

let store: TestStore;
beforeEach(async () => {
  store = await testStore({ startsBrowser: true });
});

async function check(code: string, chunkIntegrity = '') {
  await store.release({
    app: 'shell',
    version: '1.0.0',
    files: { 'main.0123456789ab.js': browserShell(chunkIntegrity), 'node/server.cjs': MINIMAL_SHELL },
  });
  await store.release({
    app: 'shop',
    version: '2.0.0',
    files: { 'remote-entry.0123456789ab.js': browserRemote(code), 'node/server.cjs': minimalRemote('books') },
  });
  const candidate = await requirePublished('shop', '2.0.0', store);
  const shells = [await requirePublished('shell', '1.0.0', store)];
  return gates.start(candidate, {
    storage: store.storage,
    keys: store.keys,
    shells,
    remotes: [],
    coexisting: [],
    replaced: [],
    readReplaced: async () => undefined,
    registry: undefined,
    peerReleases: {},
  });
}

test('a release fails that can be rendered in Node, but not evaluated in a browser', async () => {
  const { problems } = await check(`throw new Error('badly written')`);
  expect(problems).toEqual(['shop@2.0.0 fails in Chromium: badly written']);
});

test('a release fails with a shell that runs its scripts with other bytes', async () => {
  const { problems } = await check('', BOTH_HASHES);
  expect(problems).toEqual([
    'shop@2.0.0 fails in Chromium: the shell runs remote.0123456789ab.js with other bytes',
  ]);
});

test('a release fails with a shell that gives its scripts no hashes', async () => {
  const { problems } = await check('');
  expect(problems).toEqual([
    'shop@2.0.0 fails in Chromium: the shell refuses remote.0123456789ab.js as it was signed',
  ]);
});
