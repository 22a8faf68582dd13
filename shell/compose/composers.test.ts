import { mkdir, readdir, readFile, readlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { promoteTogether } from '../release/registry/changes';
import type { Job } from '../testing/release/child-process';
import { testStore } from '../testing/release/test-store';
import { minimalRemote, MINIMAL_SHELL } from '../testing/release/minimal-builds';
import { composeSite, type ComposeOptions } from './compose-site';
import { thisProcess } from '../tools/lock-holder';
import { LOCK_EXPIRY_MS } from '../tools/lock';

// Composers are processes of their own, and the machine may be busy.
jest.setTimeout(120_000);

let place: Awaited<ReturnType<typeof testStore>>;
let api: Server;
let options: ComposeOptions;
let books: number;
/** Answers wait for this. */
let hold: (() => Promise<void>) | undefined;

beforeEach(async () => {
  place = await testStore();
  books = 1;
  hold = undefined;
  api = createServer((_request, response) => {
    const body = JSON.stringify({ books });
    void Promise.resolve(hold?.()).then(() => response.end(body));
  });
  await new Promise<void>((resolve) => api.listen(0, () => resolve()));
  options = {
    storage: place.storage,
    keys: place.keys,
    siteFolder: path.join(place.folder, 'site'),
    cdnOrigin: 'https://cdn.test',
    siteOrigin: 'https://academy.test',
    apiOrigin: `http://localhost:${(api.address() as AddressInfo).port}`,
  };
  const files = { 'node/server.cjs': MINIMAL_SHELL };
  await place.release({ app: 'shell', version: '1.0.0', paths: ['/login'], files });
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    const built = { 'node/server.cjs': minimalRemote(`shop ${version}`) };
    await place.release({ app: 'shop', version, paths: ['/shop'], files: built });
  }
  await promote({ shell: '1.0.0', shop: '1.0.0' });
});

afterEach(async () => {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  await place.remove();
});

const promote = (live: Readonly<Record<string, string>>) =>
  promoteTogether(live, { storage: place.storage, keys: place.keys, who: 'a test' });

const folder = (...names: readonly string[]) => path.join(options.siteFolder, ...names);

/** In a process of its own. */
function composer(interrupt?: Job['interrupt']) {
  const { siteFolder, cdnOrigin, siteOrigin, apiOrigin } = options;
  const compose = { siteFolder, cdnOrigin, siteOrigin, apiOrigin };
  return place.runInChild({ compose, ...(interrupt && { interrupt }) });
}

const served = () => readFile(folder('current/shop.html'), 'utf8');

async function abandoned(): Promise<string[]> {
  const names = await readdir(options.siteFolder, { recursive: true });
  return names.filter((name) => name.endsWith('.partial') && !name.startsWith('cache'));
}

/** Every revision that visitors were led to while something went on, without repetitions. */
async function revisionsDuring(work: Promise<unknown>): Promise<readonly number[]> {
  const seen: number[] = [];
  let going = true;
  const look = async () => {
    while (going) {
      const target = await readlink(folder('current')).catch(() => undefined);
      const revision = target && Number(path.basename(target).split('-')[0]);
      if (revision && seen.at(-1) !== revision) seen.push(revision);
      await pass(2);
    }
  };
  const looking = look();
  await work.finally(() => (going = false));
  await looking;
  return seen;
}

describe('a slow composer', () => {
  it('never puts an older registry in place of a newer one', async () => {
    await composeSite(options);
    await promote({ shop: '1.1.0' });
    // It has seen that its registry is in force, and is about to lead visitors to it.
    const slow = composer({ change: 'rename', to: '/current$', wait: 3_000 });
    const work = slow.then(() => undefined);
    const seen = revisionsDuring(
      (async () => {
        const deadline = Date.now() + 60_000;
        while (!(await readdir(folder('compositions'))).some((id) => /^00000002-\w+$/.test(id))) {
          if (Date.now() > deadline) throw new Error('The slow composer has composed nothing.');
          await pass(10);
        }
        await promote({ shop: '1.2.0' });
        await composeSite(options);
        await work;
      })(),
    );
    const revisions = await seen;
    expect(revisions).toEqual(revisions.toSorted());
    expect(revisions.at(-1)).toBe(3);
    expect(await served()).toContain('shop 1.2.0');
  });

  it('never puts older data in place of newer, where the registry is the same', async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      hold = () => {
        hold = undefined;
        resolve();
        return new Promise<void>((go) => (answer = go));
      };
    });
    const slow = composer();
    await asked;
    books = 2;
    await composeSite(options);
    const newest = await readlink(folder('current'));
    answer();
    expect((await slow).stderr).toBe('');
    expect(await readlink(folder('current'))).toBe(newest);
  });
});

describe('a composer that is killed', () => {
  it.each([
    ['while it writes pages', { change: 'writeFile', to: 'shop\\.html\\.br$' }],
    ['before its composition is whole', { change: 'rename', to: '/compositions/' }],
    ['before it leads visitors there', { change: 'rename', to: '/current$' }],
    ['before it says that its turn is over', { change: 'rename', to: '/swaps/' }],
  ] as const)('%s leaves the site whole, holds nobody up and is tidied up after', async (_name, before) => {
    await composeSite(options);
    await promote({ shop: '1.1.0' });
    expect((await composer(before)).signal).toBe('SIGKILL');
    expect(await served()).toMatch(/shop 1\.[01]\.0/);

    await promote({ shop: '1.2.0' });
    const started = Date.now();
    await composeSite(options);
    expect(await served()).toContain('shop 1.2.0');
    expect(await abandoned()).toEqual([]);
    // Nobody waits for the dead as long as for the living.
    expect(Date.now() - started).toBeLessThan(LOCK_EXPIRY_MS);
  });

  it('is not taken for one that still works, nor the other way round', async () => {
    await composeSite(options);
    const [own] = (await readdir(folder('compositions'))).map((id) => `${id}.`);
    const names = {
      ours: `${own}${thisProcess}.0f0e.partial`,
      elsewhere: `${own}another-machine~1.0f0e.partial`,
      longAgo: `${own}another-machine~2.0f0e.partial`,
      nobody: `${own}0f0e.partial`,
    };
    for (const name of Object.values(names)) await mkdir(folder('compositions', name));
    await utimes(folder('compositions', names.longAgo), 0, 0);
    await promote({ shop: '1.1.0' });
    await composeSite(options);
    const left = (await readdir(folder('compositions'))).filter((name) => name.endsWith('.partial'));
    expect(left.sort()).toEqual([names.ours, names.elsewhere, names.nobody].sort());
  });
});

describe('several composers at once', () => {
  it('lead visitors from one whole site to the next, whoever comes first', async () => {
    await composeSite(options);
    const work = async () => {
      const composers = [composer(), composer(), composer()];
      await promote({ shop: '1.1.0' });
      await composeSite(options);
      await promote({ shop: '1.2.0' });
      await Promise.all([composeSite(options), composeSite(options)]);
      expect(await Promise.all(composers)).toEqual(
        composers.map(() => ({ code: 0, signal: null, stderr: '' })),
      );
    };
    const revisions = await revisionsDuring(work());
    expect(revisions).toEqual(revisions.toSorted());
    expect(await served()).toContain('shop 1.2.0');
    expect(await abandoned()).toEqual([]);
  });

  it('do not wait for a turn that somebody else has left on another machine long ago', async () => {
    await composeSite(options);
    const [turn = ''] = await readdir(folder('swaps'));
    await writeFile(folder('swaps', turn), 'another-machine~1');
    await utimes(folder('swaps', turn), 0, 0);
    await promote({ shop: '1.1.0' });
    await composeSite(options);
    expect(await served()).toContain('shop 1.1.0');
  });
});
