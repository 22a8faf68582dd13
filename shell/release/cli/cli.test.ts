import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promoteTogether } from '../registry/changes';
import { testPlace } from '../../testing/release/place';
import { suggestions } from './completion';
import { releaseProgram } from './program';

// Every command is a process of its own.
jest.setTimeout(60_000);

type Place = Awaited<ReturnType<typeof testPlace>>;

let place: Place;
beforeEach(async () => {
  place = await testPlace();
});
afterEach(() => place.remove());

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run release -- …` on the store and with the keys of the test. */
async function release(...args: readonly string[]): Promise<Outcome> {
  const command = ['--conditions=source', '--import', 'tsx', 'shell/commands/release.ts', ...args];
  const own = {
    DATA_FOLDER: place.folder,
    STORE_FOLDER: '',
    KEYS_FOLDER: '',
    RELEASE_TRUST: '',
    STORE_URL: '',
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      command,
      { env: { ...process.env, ...own } },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });
}

async function openShop(): Promise<void> {
  await place.keep();
  await place.release({ part: 'shell', version: '1.0.0', paths: ['/login'] });
  for (const version of ['1.0.0', '1.1.0']) await place.release({ part: 'shop', version });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...place, who: 'ada' });
}

describe('the exit code is', () => {
  it.each([
    ['an unknown verb', ['promot']],
    ['an unknown option', ['status', '--nonsense']],
    ['a missing reason', ['rollback', 'shop']],
    ['a share that is none', ['promote', 'shop@1.0.0', '--percent', '0']],
  ])('2 for %s, with a hint', async (_name, args) => {
    const { code, out, err } = await release(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^error: .*\n(?:.*\n)?Add --help/);
  });

  it.each([
    ['nothing is live', ['status'], 'Nothing is live yet'],
    ['nothing is packed', ['publish', 'shop'], 'shop is not packed on this machine'],
    ['there is no such part', ['pack', 'shopp'], 'There is no part "shopp"; there are shell, learning'],
    ['a version is missing', ['promote', 'shop'], 'Which version of shop?'],
    ['a version goes astray', ['promote', 'shop@../../etc'], 'is no version'],
  ])('1 when %s, in one sentence', async (_name, args, sentence) => {
    const { code, out, err } = await release(...args);
    expect([code, out]).toEqual([1, '']);
    expect(err.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
  });

  it('0 for help, which every verb has', async () => {
    const { code, out } = await release('promote', '--help');
    expect([code, out]).toEqual([0, expect.stringContaining('--percent <share>')]);
  });
});

describe('the command line', () => {
  it('gives scripts JSON and nothing else, and does nothing in a dry run', async () => {
    await openShop();
    const promoted = await release(
      'promote',
      'shop@1.1.0',
      '--percent',
      '5',
      '--json',
      '--dry-run',
      '--by',
      'ada',
    );
    expect([promoted.code, JSON.parse(promoted.out)]).toEqual([
      0,
      {
        revision: 2,
        changed: false,
        changes: [
          {
            what: 'canary',
            part: 'shop',
            version: '1.1.0',
            percent: 5,
            instead: '1.0.0',
            unchecked: ['journeys', 'load'],
          },
        ],
      },
    ]);
    const { out } = await release('status', '--json');
    expect(JSON.parse(out)).toMatchObject({
      revision: 1,
      parts: [
        { part: 'shell', live: '1.0.0' },
        { part: 'shop', live: '1.0.0', last: { who: 'ada', what: 'promote' } },
      ],
    });
  });

  it('warns of a canary that no browser has walked with, and says how everybody may get it', async () => {
    await openShop();
    const checked = await release('check', 'shop@1.1.0');
    expect([checked.code, checked.out]).toEqual([0, expect.stringMatching(/journeys +not run/)]);
    const canary = await release('promote', 'shop@1.1.0', '--percent', '5');
    expect([canary.code, canary.out]).toEqual([0, expect.stringContaining('journeys and load not run')]);
    expect(canary.out).toContain('npm run release -- check shop@1.1.0 --journeys --load');
    const all = await release('promote', 'shop@1.1.0');
    expect([all.code, all.err]).toEqual([1, expect.stringContaining('has not run journeys and load')]);
  });

  it('makes a key that its owner alone can read, and trusts it', async () => {
    const made = await release('keygen', 'shop', '--json');
    const again = await release('keygen', 'shop');
    expect([made.code, again.code]).toEqual([0, 1]);
    const { id, file } = JSON.parse(made.out) as { id: string; file: string };
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const trust = JSON.parse(await readFile(path.join(place.folder, 'keys/trusted.json'), 'utf8')) as unknown;
    expect(trust).toMatchObject({ shop: [{ id }] });
    expect((await release('revoke', 'shop', id)).err).toContain('is the only key of shop');
    expect((await release('keygen', 'shop', '--rotate')).code).toBe(0);
    expect((await release('revoke', 'shop', id)).code).toBe(0);
  });
});

describe('completion', () => {
  const offered = (...words: readonly string[]) => suggestions(releaseProgram(), words);

  it('offers verbs, options, parts and owners as far as they are typed', async () => {
    expect(await offered('pro')).toEqual(['promote']);
    expect(await offered('rollback', 'sh')).toEqual(['shell', 'shop']);
    expect(await offered('keygen', 'reg')).toEqual(['registry']);
    expect(await offered('promote', 'shop@1.0.0', '--pe')).toEqual(['--percent']);
    expect(await offered('promote', 'shop@1.0.0', '--j')).toEqual(['--json']);
    expect(await offered('nonsense', '')).toEqual([]);
  });

  it('never shows what is meant for the shell itself', async () => {
    expect(await offered('')).toContain('completion');
    expect(await offered('')).not.toContain('complete');
  });
});
