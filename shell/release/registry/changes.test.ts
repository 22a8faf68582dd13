import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SignedRegistry } from '../../formats/registry';
import { type Keys, REGISTRY } from '../../store/keys/keys';
import { makePair } from '../../store/keys/pair';
import { type PublicKey, signText } from '../../store/keys/signature';
import { testKeys, testPlace } from '../../testing/release/place';
import { abortCanary, liveVersion, promoteRelease, promoteTogether, rollbackRemote } from './changes';
import { publishNewest, readHistory, readVerifiedRegistry } from '../../store/registry-log';
import { status } from '../../store/registry-status';

// Many small files, and for some tests a compiler or another process.
jest.setTimeout(60_000);

type Place = Awaited<ReturnType<typeof testPlace>>;

let place: Place;
beforeEach(async () => {
  place = await testPlace();
});
afterEach(() => place.remove());

/** Without the gates, which have tests of their own. */
const forced = () => ({ ...place, force: true, why: 'a test', who: 'ada' });

/** A shell and a shop 1.0.0 for everybody, and more versions of the shop beside them. */
async function openShop(...versions: readonly string[]): Promise<void> {
  await place.release({ part: 'shell', version: '1.0.0', paths: ['/login'] });
  for (const version of ['1.0.0', ...versions]) await place.release({ part: 'shop', version });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...place, who: 'ada' });
}

async function shop() {
  const { parts } = await status(place.storage, place.keys);
  const found = parts.find(({ part }) => part === 'shop');
  return { live: found?.live, previous: found?.previous, canary: found?.canary };
}

describe('a promotion is refused', () => {
  it('when the release is not in the store', async () => {
    await openShop();
    await expect(promoteRelease({ part: 'shop', version: '9.0.0', ...forced() })).rejects.toThrow(
      'shop@9.0.0 is not in the store',
    );
  });

  it('when another team has signed it', async () => {
    await openShop('1.1.0');
    const trust = await place.keys.trust();
    const keys = { ...place.keys, trust: async () => ({ ...trust, shop: trust.learning ?? [] }) };
    await expect(promoteRelease({ part: 'shop', version: '1.1.0', ...forced(), keys })).rejects.toThrow(
      'not signed by a trusted key of shop',
    );
  });

  it('when its release.json was altered after it was signed', async () => {
    await openShop('1.1.0');
    const file = path.join(place.folder, 'store/shop/1.1.0/release.json');
    const stored = await place.storage.read('shop/1.1.0/release.json');
    await writeFile(
      file,
      String(stored?.bytes).replace('"routes":[{"path":"/shop"', '"routes":[{"path":"/login"'),
    );
    await expect(promoteRelease({ part: 'shop', version: '1.1.0', ...forced() })).rejects.toThrow(
      'not signed',
    );
  });

  it('when another remote owns one of its addresses, whatever is forced', async () => {
    await openShop();
    await place.release({ part: 'learning', version: '1.0.0', paths: ['/:anything'] });
    await expect(promoteRelease({ part: 'learning', version: '1.0.0', ...forced() })).rejects.toThrow(
      '/:anything of learning@1.0.0 and /shop of shop@1.0.0 claim the same addresses',
    );
  });

  it('when the registry has moved since somebody looked', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteRelease({ part: 'shop', version: '1.1.0', ...forced() });
    await expect(
      promoteRelease({ part: 'shop', version: '1.2.0', ...forced(), ifRevision: 1 }),
    ).rejects.toThrow('has moved to revision 2');
  });

  it.each([0, -1, 101, Number.NaN])('to %p %% of the visitors', async (percent) => {
    await openShop('1.1.0');
    await expect(promoteRelease({ part: 'shop', version: '1.1.0', percent, ...forced() })).rejects.toThrow(
      'more than 0 and at most 100',
    );
  });

  it('of a shell to some of the visitors', async () => {
    await openShop();
    await place.release({ part: 'shell', version: '1.1.0', paths: ['/login'] });
    await expect(
      promoteRelease({ part: 'shell', version: '1.1.0', percent: 5, ...forced() }),
    ).rejects.toThrow('The shell has no canary');
  });

  it('of a second canary beside the first', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteRelease({ part: 'shop', version: '1.1.0', percent: 5, ...forced() });
    await expect(promoteRelease({ part: 'shop', version: '1.2.0', percent: 5, ...forced() })).rejects.toThrow(
      'shop@1.1.0 is the canary already',
    );
  });
});

describe('the registry', () => {
  it('goes from canary to live and back, and ends a canary on the way', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteRelease({ part: 'shop', version: '1.1.0', percent: 5, ...forced() });
    expect(await shop()).toEqual({
      live: '1.0.0',
      previous: undefined,
      canary: { version: '1.1.0', percent: 5 },
    });
    await promoteRelease({ part: 'shop', version: '1.1.0', ...forced() });
    expect(await shop()).toEqual({ live: '1.1.0', previous: '1.0.0', canary: undefined });
    await promoteRelease({ part: 'shop', version: '1.2.0', percent: 50, ...forced() });
    await rollbackRemote({ part: 'shop', ...forced() });
    expect(await shop()).toEqual({ live: '1.0.0', previous: undefined, canary: undefined });
  });

  it('never names the release that was rolled back as the way back', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteRelease({ part: 'shop', version: '1.1.0', ...forced() });
    await promoteRelease({ part: 'shop', version: '1.2.0', ...forced() });
    await rollbackRemote({ part: 'shop', ...forced() });
    expect(await shop()).toMatchObject({ live: '1.1.0', previous: '1.0.0' });
    await rollbackRemote({ part: 'shop', ...forced() });
    expect(await shop()).toMatchObject({ live: '1.0.0', previous: undefined });
    await expect(rollbackRemote({ part: 'shop', ...forced() })).rejects.toThrow('no previous release');
  });

  it('keeps what is live when a canary is aborted, and says who did it and why', async () => {
    await openShop('1.1.0');
    await promoteRelease({ part: 'shop', version: '1.1.0', percent: 5, ...forced() });
    await expect(abortCanary({ part: 'shop', ifCanary: '1.2.0', ...forced() })).rejects.toThrow(
      'is 1.1.0 by now',
    );
    await abortCanary({ part: 'shop', ...place, who: 'watcher', why: 'slower' });
    expect(await shop()).toMatchObject({ live: '1.0.0', canary: undefined });
    const [entry] = await readHistory(place.storage, place.keys);
    expect(entry).toMatchObject({
      revision: 3,
      who: 'watcher',
      why: 'slower',
      changes: [{ what: 'abort', part: 'shop', version: '1.0.0', instead: '1.1.0' }],
    });
    await expect(abortCanary({ part: 'shop', ...forced() })).rejects.toThrow('shop has no canary');
  });

  it('stays as it is when it is as wished already, and when nothing was to be done in earnest', async () => {
    await openShop('1.1.0');
    const again = await promoteRelease({ part: 'shop', version: '1.0.0', ...forced() });
    const tried = await promoteRelease({ part: 'shop', version: '1.1.0', ...forced(), dryRun: true });
    expect([again.changed, tried.changed]).toEqual([false, false]);
    expect((await readVerifiedRegistry(place.storage, place.keys)).registry.revision).toBe(1);
  });
});

describe('a registry that cannot be believed', () => {
  const registryFile = () => path.join(place.folder, 'store/registry.json');
  const stored = async (): Promise<SignedRegistry> =>
    JSON.parse(String((await place.storage.read('registry.json'))?.bytes)) as SignedRegistry;

  it.each([
    ['unsigned', ({ registry }: SignedRegistry) => ({ registry })],
    ['moved', (signed: SignedRegistry) => ({ ...signed, registry: { ...signed.registry, revision: 9 } })],
    ['signed by a stranger', (signed: SignedRegistry) => ({ ...signed, key: '0123456789abcdef' })],
    ['no registry at all', () => 'nonsense'],
  ])('is refused by everybody: %s', async (_name, alter) => {
    await openShop('1.1.0');
    await writeFile(registryFile(), JSON.stringify(alter(await stored())));
    await expect(readVerifiedRegistry(place.storage, place.keys)).rejects.toThrow('is refused');
    await expect(promoteRelease({ part: 'shop', version: '1.1.0', ...forced() })).rejects.toThrow(
      'is refused',
    );
    await publishNewest(place.storage, place.keys, { force: true });
    expect((await readVerifiedRegistry(place.storage, place.keys)).registry.revision).toBe(1);
  });

  it('is one that the operators of somewhere else have signed', async () => {
    await openShop();
    await expect(readVerifiedRegistry(place.storage, testKeys())).rejects.toThrow('is refused');
  });

  it('is one that has two lines for one remote, whoever has signed it', async () => {
    await openShop();
    const { registry } = await stored();
    const twice = { ...registry, remotes: [...registry.remotes, ...registry.remotes] };
    const signature = signText(JSON.stringify(twice), await place.keys.privateKey(REGISTRY));
    await writeFile(registryFile(), JSON.stringify({ registry: twice, ...signature }));
    await expect(readVerifiedRegistry(place.storage, place.keys)).rejects.toThrow('is refused');
  });

  it('shows in the history when an entry was altered or taken out', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteRelease({ part: 'shop', version: '1.1.0', ...forced() });
    await promoteRelease({ part: 'shop', version: '1.2.0', ...forced() });
    const second = 'history/00000002.json';
    const bytes = (await place.storage.read(second))?.bytes ?? Buffer.of();
    await writeFile(path.join(place.folder, 'store', second), String(bytes).replace('a test', 'no test'));
    await expect(readHistory(place.storage, place.keys)).rejects.toThrow(
      'is not what the operators have signed',
    );
    await place.storage.remove(second);
    await expect(readHistory(place.storage, place.keys)).rejects.toThrow('was altered before its revision 3');
  });
});

describe('a key of the operators that is revoked', () => {
  const other = makePair();
  const trusting = (...keys: readonly PublicKey[]): Keys => ({
    ...place.keys,
    trust: async () => ({
      ...(await place.keys.trust()),
      [REGISTRY]: keys.map((key) => ({ ...key, since: '2026-11-01T00:00:00Z' })),
    }),
    privateKey: async (owner) => (owner === REGISTRY ? other.privateKey : place.keys.privateKey(owner)),
  });

  it('leaves the history readable and the way back open, once another has signed what is in force', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteRelease({ part: 'shop', version: '1.1.0', ...forced() });
    const [old] = (await place.keys.trust())[REGISTRY] ?? [];
    if (!old) throw new Error('The test has no key of the operators.');
    await promoteRelease({
      part: 'shop',
      version: '1.2.0',
      ...forced(),
      keys: trusting(old, other.publicKey),
    });

    const keys = trusting(other.publicKey);
    expect((await readHistory(place.storage, keys)).map(({ revision }) => revision)).toEqual([3, 2, 1]);
    await rollbackRemote({ part: 'shop', ...forced(), keys });
    expect((await status(place.storage, keys)).parts.find(({ part }) => part === 'shop')?.live).toBe('1.1.0');
  });

  it('signs nothing any more: neither what is in force nor what comes after it', async () => {
    await openShop('1.1.0');
    await expect(readHistory(place.storage, trusting(other.publicKey))).rejects.toThrow('is refused');
    const [old] = (await place.keys.trust())[REGISTRY] ?? [];
    if (!old) throw new Error('The test has no key of the operators.');
    const both = trusting(old, other.publicKey);
    await promoteRelease({ part: 'shop', version: '1.1.0', ...forced(), keys: both });
    // Whoever has the old key adds an entry of his own behind what the new one has signed.
    await promoteRelease({
      part: 'shop',
      version: '1.0.0',
      ...forced(),
      keys: { ...both, privateKey: place.keys.privateKey },
    });
    const keys = trusting(other.publicKey);
    await expect(readVerifiedRegistry(place.storage, keys)).rejects.toThrow('is refused');
  });
});

describe('two people at once', () => {
  it('leave one registry and a complete history after 20 promotions in 4 processes', async () => {
    const versions = Array.from({ length: 20 }, (_, index) => `1.1.${index}`);
    await openShop(...versions);
    const jobs = Array.from({ length: 4 }, (_, child) =>
      versions.filter((_version, index) => index % 4 === child).map((version) => ({ part: 'shop', version })),
    );
    const ended = await Promise.all(jobs.map((promote) => place.inChild({ promote, dieBefore: 0 })));
    expect(ended).toEqual(jobs.map(() => ({ code: 0, signal: null, said: '' })));

    const history = (await readHistory(place.storage, place.keys)).toReversed();
    expect(history.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
    const moves = history.slice(1).flatMap(({ changes }) => changes);
    expect(moves.map(({ version }) => version).toSorted()).toEqual(versions.toSorted());
    // Each began where the one before it had ended.
    const lives = ['1.0.0', ...moves.map(({ version }) => version)];
    expect(moves.map(({ instead }) => instead)).toEqual(lives.slice(0, -1));

    const signed = await readVerifiedRegistry(place.storage, place.keys);
    expect(signed).toEqual(history.at(-1)?.registry);
    expect(signed).toEqual(await readStored());
    expect(liveVersion(signed.registry, 'shop')).toBe(lives.at(-1));
  }, 120_000);

  const readStored = async (): Promise<unknown> =>
    JSON.parse(String((await place.storage.read('registry.json'))?.bytes));
});

describe('a promotion that is killed', () => {
  it('has happened or has not, before any of its changes of the disk, and the next one goes on', async () => {
    await openShop('1.1.0', '1.2.0');
    const seen: string[] = [];
    let died = 0;
    for (let change = 1; ; change++) {
      const before = await readVerifiedRegistry(place.storage, place.keys);
      const next = liveVersion(before.registry, 'shop') === '1.1.0' ? '1.2.0' : '1.1.0';
      const { signal, code } = await place.inChild({
        promote: [{ part: 'shop', version: next }],
        dieBefore: change,
      });
      const after = await readVerifiedRegistry(place.storage, place.keys);
      const history = await readHistory(place.storage, place.keys);
      // The history always ends with what is in force.
      expect(history[0]?.registry).toEqual(after);
      expect([before.registry.revision, before.registry.revision + 1]).toContain(after.registry.revision);
      seen.push(liveVersion(after.registry, 'shop') === next ? 'new' : 'old');
      if (signal !== 'SIGKILL') {
        expect(code).toBe(0);
        break;
      }
      died += 1;
    }
    // Beside, create, publish: fewer steps would mean that nothing was killed.
    expect(died).toBeGreaterThan(5);
    expect(seen[0]).toBe('old');
    expect(seen).toContain('new');
  }, 240_000);
});
