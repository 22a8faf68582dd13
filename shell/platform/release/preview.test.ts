import { webcrypto } from 'node:crypto';
import { PREVIEW_PROOF, PREVIEW_RELEASE, type PreviewKeys, previewText } from '../formats/preview';
import type { PageRegistry } from '../formats/registry';
import { loadPreview } from '../../src/remotes/preview';
import { type Keys, previewKeys } from '../store/keys/local-keys';
import { signText } from '../store/keys/signature';
import { signRelease } from '../store/releases';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { testKeys } from '../../tooling/testing/release/test-store';
import { previewLink } from './preview';
import { promoteRelease } from './registry/changes';

const previewOrigin = 'https://preview.academy.test';
const cdn = 'https://cdn.test';
const HOUR_MS = 3_600_000;

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  for (const version of ['1.5.0', 'pr-12.3f2a9c1d'])
    await store.release({ app: 'shop', version, paths: ['/isa-books/:bookId', '/isa-basket'] });
});

const link = (change: Partial<Parameters<typeof previewLink>[0]> = {}) =>
  previewLink({ ...store, app: 'shop', version: '1.5.0', hours: 2, previewOrigin, ...change });

interface OpenOptions {
  readonly keys?: Keys;
  readonly change?: Partial<PreviewKeys>;
  readonly now?: number;
  readonly isSecure?: boolean;
}

/** Opens a link as a browser does on a site with these public keys. */
async function open(
  url: string,
  { keys = store.keys, change = {}, now = Date.now(), isSecure = true }: OpenOptions = {},
) {
  const query = new URL(url).searchParams;
  const registry: PageRegistry = {
    cdn,
    previewOrigin,
    registry: { revision: 1, shell: { live: '1.0.0' }, remotes: [] },
  };
  return loadPreview(
    { release: query.get(PREVIEW_RELEASE) ?? '', proof: query.get(PREVIEW_PROOF) ?? '' },
    {
      page: registry,
      subtle: isSecure ? (webcrypto.subtle as SubtleCrypto) : undefined,
      now: () => now,
      async fetch(address) {
        if (address === '/preview-keys.json')
          return Response.json({ ...(await previewKeys(keys)), ...change });
        const stored = await store.storage.read(new Request(address).url.replace(`${cdn}/`, ''));
        return new Response(stored ? new Uint8Array(stored.bytes) : undefined, {
          status: stored ? 200 : 404,
        });
      },
    },
  );
}

describe('a preview link', () => {
  it('shows a signed release that is not promoted, with its hash and routes', async () => {
    const { url } = await link();
    expect(url).toMatch(
      /^https:\/\/preview\.academy\.test\/isa-basket\?isa-release=shop%401\.5\.0&isa-preview=/,
    );
    const shop = await open(url);
    expect(shop).toMatchObject({ name: 'shop', version: '1.5.0', slot: 'override' });
    expect(shop?.entry).toBe(`${cdn}/shop/1.5.0/remote-entry.0123456789ab.js`);
    expect(shop?.integrity).toMatch(/^sha384-/);
    expect(shop).not.toHaveProperty('unverified');
  });

  it('shows the release of a pull request, which cannot be promoted', async () => {
    const release = { app: 'shop', version: 'pr-12.3f2a9c1d' };
    await expect(open((await link(release)).url)).resolves.toMatchObject({ version: release.version });
    await expect(promoteRelease({ ...store, ...release, force: true, why: 'in a hurry' })).rejects.toThrow(
      'for previews only',
    );
  });

  it('may be signed with a key that can sign nothing else', async () => {
    const pipeline = testKeys(['preview', 'shop']);
    const keys = {
      trust: async () => ({ ...(await pipeline.trust()), ...(await store.keys.trust()) }),
      privateKey: pipeline.privateKey,
    };
    const { url } = await link({ keys });
    await expect(open(url)).resolves.toBeUndefined();
    await expect(open(url, { keys })).resolves.toMatchObject({ version: '1.5.0' });
  });

  const changed = (from: string | RegExp, to: string) => async () =>
    open((await link()).url.replace(from, to));
  it.each([
    ['has expired', async () => open((await link()).url, { now: Date.now() + 3 * HOUR_MS })],
    ['was extended', changed(/isa-preview=\d/, 'isa-preview=9')],
    ['names another version', changed('shop%401.5.0', 'shop%40pr-12.3f2a9c1d')],
    ['names another remote', changed('shop%40', 'learning%40')],
    ['has no signature', changed(/isa-preview=.*/, 'isa-preview=1')],
    ['has no proof', changed(/&isa-preview=.*/, '')],
    ['was signed with an unknown key', async () => open((await link()).url, { change: { links: [] } })],
    [
      'leads to a release that its own team has not signed',
      async () => open((await link()).url, { change: { teams: {} } }),
    ],
    [
      'is valid for more than 14 days, no matter who has signed it',
      async () => {
        const { url } = await link();
        const [, content = ''] = new URL(url).searchParams.get(PREVIEW_PROOF)?.split('.') ?? [];
        const preview = {
          name: 'shop',
          version: '1.5.0',
          expires: Math.floor(Date.now() / 1000) + 15 * 86_400,
          content,
        };
        const { signature, key } = signText(previewText(preview), await store.keys.privateKey('registry'));
        return open(
          url.replace(
            /isa-preview=.*/,
            `isa-preview=${encodeURIComponent([preview.expires, content, key, signature].join('.'))}`,
          ),
        );
      },
    ],
    ['cannot be verified on an insecure origin', async () => open((await link()).url, { isSecure: false })],
    [
      'belongs to other content',
      async () => {
        const { url } = await link();
        const name = 'shop/1.5.0/release.json';
        const stored = await store.storage.read(name);
        const { release } = JSON.parse(String(stored?.bytes)) as Awaited<ReturnType<typeof signRelease>>;
        const replaced = await signRelease({ ...release, globalName: 'mf_other' }, store.keys);
        await store.storage.replace(name, Buffer.from(JSON.stringify(replaced)), stored?.tag);
        return open(url);
      },
    ],
  ])('shows nothing when it %s', async (_, result) => {
    await expect(result()).resolves.toBeUndefined();
  });

  it.each([
    ['of the shell', { app: 'shell', version: '1.0.0' }, 'The shell has no previews'],
    ['of an unknown release', { version: '9.9.9' }, 'shop@9.9.9 is not in the store'],
    ['to a page of another app', { page: '/contact' }, 'shop@1.5.0 has no page /contact'],
    ['for more than 14 days', { hours: 15 * 24 }, 'valid for up to 14 days'],
    ['of a release without a trusted signature', { keys: testKeys() }, 'not signed by a trusted key of shop'],
  ])('is not made %s', async (_, change, message) => {
    await expect(link(change)).rejects.toThrow(message);
  });
});
