import { mkdir, readdir, readFile, readlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promoteTogether } from '../release/registry/changes';
import { startBuildApi } from '../../tooling/testing/release/build-api';
import type { Job } from '../../tooling/testing/release/child-process';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { minimalRemote, MINIMAL_SHELL } from '../../tooling/testing/release/minimal-builds';
import { prerenderSite, type PrerenderOptions } from './prerender-site';
import { thisProcess } from '../../packages/node/lock';

let store: TestStore;
let api: Awaited<ReturnType<typeof startBuildApi>>;
let options: PrerenderOptions;
let books: number;
/** A promise for which the API's responses wait. */
let hold: (() => Promise<void>) | undefined;

beforeEach(async () => {
  store = await testStore();
  books = 1;
  hold = undefined;
  api = await startBuildApi(store, (_request, response) => {
    const body = JSON.stringify({ books });
    void Promise.resolve(hold?.()).then(() => response.end(body));
  });
  ({ options } = api);
  const files = { 'node/server.cjs': MINIMAL_SHELL };
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'], files });
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    const built = { 'node/server.cjs': minimalRemote(`shop ${version}`) };
    await store.release({ app: 'shop', version, paths: ['/shop'], files: built });
  }
  await promote({ shell: '1.0.0', shop: '1.0.0' });
});

const promote = (live: Readonly<Record<string, string>>) =>
  promoteTogether(live, { storage: store.storage, keys: store.keys, who: 'a test' });

const folder = (...names: readonly string[]) => path.join(options.siteFolder, ...names);

/** Builds in a child process. */
function prerenderInChild(interrupt?: Job['interrupt']) {
  const { siteFolder, cdnOrigin, siteOrigin, apiOrigin } = options;
  const prerender = { siteFolder, cdnOrigin, siteOrigin, apiOrigin };
  return store.runInChild({ prerender, ...(interrupt && { interrupt }) });
}

const served = () => readFile(folder('current/shop.html'), 'utf8');

async function partialFiles(): Promise<string[]> {
  const names = await readdir(options.siteFolder, { recursive: true });
  return names.filter((name) => name.endsWith('.partial') && !name.startsWith('cache'));
}

/** Every revision that visitors were served during `work`, without repetitions. */
async function revisionsDuring(work: Promise<unknown>): Promise<readonly number[]> {
  const seen: number[] = [];
  let running = true;
  const look = async () => {
    const target = await readlink(folder('current')).catch(() => undefined);
    const revision = target && Number(path.basename(target).split('-')[0]);
    if (revision && seen.at(-1) !== revision) seen.push(revision);
  };
  const observe = async () => {
    while (running) {
      await look();
      await delay(2);
    }
    // The work may have ended with a change.
    await look();
  };
  const observing = observe();
  await work.finally(() => (running = false));
  await observing;
  return seen;
}

describe('a slow site builder', () => {
  it('never replaces a newer registry with an older one', async () => {
    await prerenderSite(options);
    await promote({ shop: '1.1.0' });
    // The slow site builder has checked that its registry is current, and is about to switch visitors to its
    // site build.
    const slow = prerenderInChild({ change: 'symlink', target: '/switches/', wait: 3_000 });
    const work = slow.then(() => undefined);
    const seen = revisionsDuring(
      (async () => {
        const deadline = Date.now() + 60_000;
        while (!(await readdir(folder('site-builds'))).some((id) => /^00000002-\w+$/.test(id))) {
          if (Date.now() > deadline) throw new Error('The slow site builder did not build anything.');
          await delay(10);
        }
        await promote({ shop: '1.2.0' });
        await prerenderSite(options);
        await work;
      })(),
    );
    const revisions = await seen;
    expect(revisions).toEqual(revisions.toSorted());
    expect(revisions.at(-1)).toBe(3);
    expect(await served()).toContain('shop 1.2.0');
  });

  it('never replaces newer data of the same registry with older data', async () => {
    let respond: () => void = () => undefined;
    const requested = new Promise<void>((resolve) => {
      hold = () => {
        hold = undefined;
        resolve();
        return new Promise<void>((go) => (respond = go));
      };
    });
    const slow = prerenderInChild();
    await requested;
    books = 2;
    await prerenderSite(options);
    const newest = await readlink(folder('current'));
    respond();
    expect((await slow).stderr).toBe('');
    expect(await readlink(folder('current'))).toBe(newest);
  });
});

describe('a killed site builder', () => {
  it.each([
    ['while it writes pages', { change: 'writeFile', target: 'shop\\.html\\.br$' }],
    ['before its site build is complete', { change: 'rename', target: '/site-builds/' }],
    ['before it copies the switch', { change: 'rename', target: '/current$' }],
    ['before hosts follow the switch', { change: 'symlink', target: '/current\\..*\\.partial$' }],
    ['before the switch', { change: 'symlink', target: '/switches/' }],
  ] as const)(
    '%s leaves a complete site, blocks no other site builder, and its partial files are removed',
    async (_name, interrupt) => {
      await prerenderSite(options);
      await promote({ shop: '1.1.0' });
      expect((await prerenderInChild(interrupt)).signal).toBe('SIGKILL');
      expect(await served()).toMatch(/shop 1\.[01]\.0/);

      await promote({ shop: '1.2.0' });
      await prerenderSite(options);
      expect(await served()).toContain('shop 1.2.0');
      expect(await partialFiles()).toEqual([]);
    },
  );

  it('is distinguished from site builders that still run or cannot be checked', async () => {
    await prerenderSite(options);
    const [own] = (await readdir(folder('site-builds'))).map((id) => `${id}.`);
    const names = {
      thisProcess: `${own}${thisProcess}.0f0e.partial`,
      elsewhere: `${own}another-machine~1.0f0e.partial`,
      longAgo: `${own}another-machine~2.0f0e.partial`,
      unnamed: `${own}0f0e.partial`,
    };
    for (const name of Object.values(names)) await mkdir(folder('site-builds', name));
    await utimes(folder('site-builds', names.longAgo), 0, 0);
    await promote({ shop: '1.1.0' });
    await prerenderSite(options);
    const left = (await readdir(folder('site-builds'))).filter((name) => name.endsWith('.partial'));
    expect(left.sort()).toEqual([names.thisProcess, names.elsewhere, names.unnamed].sort());
  });
});

describe('concurrent site builders', () => {
  it('switch visitors from one complete site to the next in any order', async () => {
    await prerenderSite(options);
    const work = async () => {
      const siteBuilders = [prerenderInChild(), prerenderInChild(), prerenderInChild()];
      await promote({ shop: '1.1.0' });
      await prerenderSite(options);
      await promote({ shop: '1.2.0' });
      await Promise.all([prerenderSite(options), prerenderSite(options)]);
      expect(await Promise.all(siteBuilders)).toEqual(
        siteBuilders.map(() => ({ code: 0, signal: null, stderr: '' })),
      );
    };
    const revisions = await revisionsDuring(work());
    expect(revisions).toEqual(revisions.toSorted());
    expect(await served()).toContain('shop 1.2.0');
    expect(await partialFiles()).toEqual([]);
  });
});
