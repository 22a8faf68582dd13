import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyOfTheHouse, type House } from './testing/house';

/** Compiling, testing and packing a remote takes its time on a busy machine. */
jest.setTimeout(180_000);

const tsx = ['--conditions=source', '--import', 'tsx'];
const generate = [...tsx, 'shell/commands/new.ts'];

let house: House;

beforeAll(async () => {
  house = await copyOfTheHouse();
});
afterAll(() => house.remove());

/** An npm that does as it is told here: links, or fails after it has begun. */
async function npm(script: string): Promise<Readonly<Record<string, string>>> {
  const file = path.join(house.folder, '.data-npm.cjs');
  await writeFile(file, script);
  return { npm_execpath: file };
}

describe('npm run new', () => {
  it('leaves nothing behind when the installation fails half-way', async () => {
    const failing = await npm(`
      const { appendFileSync, symlinkSync } = require('node:fs');
      appendFileSync('package-lock.json', ' ');
      symlinkSync('../../mfe-events', 'node_modules/@isa/mfe-events');
      process.exit(1);
    `);
    const before = [
      await house.files(),
      await house.read('package.json'),
      await house.read('package-lock.json'),
    ];
    const { code, output } = await house.run([...generate, 'remote', 'events'], failing);
    expect([code, output]).toEqual([1, expect.stringContaining('nothing was kept')]);
    expect([
      await house.files(),
      await house.read('package.json'),
      await house.read('package-lock.json'),
    ]).toEqual(before);
    // The link is gone as well: another one could be made.
    expect(
      (await house.run(['-e', "require('node:fs').lstatSync('node_modules/@isa/mfe-events')"])).code,
    ).toBe(1);
  });

  it.each([
    ['a name that is taken', ['remote', 'shop'], 'There is a remote "shop" already'],
    ['a name with another meaning', ['remote', 'shell'], 'already means something else'],
    ['a remote that is none', ['feature', 'mfe-shopp', 'wishlist'], 'There is no remote "mfe-shopp"'],
    ['a feature that is there', ['feature', 'mfe-shop', 'books'], 'There is a feature "books" in mfe-shop'],
    ['an address of another', ['remote', 'news', '--path', '/isa-books/7'], 'belongs to shop ("Book"'],
    ['an address of a server', ['remote', 'news', '--path', '/api/news'], 'answered by the site'],
    ['a title with markup', ['remote', 'news', '--title', '<b>News</b>'], 'is no title'],
  ])('refuses %s in one sentence and writes nothing', async (_what, args, sentence) => {
    const before = await house.files();
    const { code, output } = await house.run([...generate, ...args]);
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
    expect(await house.files()).toEqual(before);
  });

  it('makes a remote, a feature of it and a feature of the shop that compile, pass their tests and pack', async () => {
    const before = await house.files();
    const linking = await npm(
      `require('node:fs').symlinkSync('../../mfe-events', 'node_modules/@isa/mfe-events');`,
    );
    const remote = await house.run([...generate, 'remote', 'events'], linking);
    expect([remote.code, remote.output]).toEqual([
      0,
      expect.stringContaining('npx jest --selectProjects events'),
    ]);
    const feature = await house.run([
      ...generate,
      'feature',
      'mfe-shop',
      'wish-list',
      '--title',
      "Buyer's list",
    ]);
    expect([feature.code, feature.output]).toEqual([
      0,
      expect.stringContaining('changed  mfe-shop/src/remote.tsx'),
    ]);
    const second = await house.run([
      ...generate,
      'feature',
      'events',
      'archive',
      '--path',
      '/events/archive',
    ]);
    expect([second.code, second.output]).toEqual([
      0,
      expect.stringContaining('mfe-events/src/features/archive'),
    ]);

    const made = (await house.files()).filter((file) => !before.includes(file));
    expect(made.filter((file) => file.startsWith('mfe-events/') && !file.includes('features'))).toEqual([
      'mfe-events/jest.config.cjs',
      'mfe-events/package.json',
      'mfe-events/src/remote.tsx',
      'mfe-events/src/standalone.tsx',
      'mfe-events/tsconfig.json',
    ]);
    expect(made).toContain('.github/workflows/events.yml');
    // Nothing of the template's own words is left.
    const texts = await Promise.all(made.map((file) => house.read(file)));
    expect(texts.filter((text) => /sample/i.test(text))).toEqual([]);

    const tool = (file: string, ...args: string[]) => house.run([`node_modules/${file}`, ...args]);
    const checks = await Promise.all([
      tool('typescript-native/bin/tsc', '-b', 'mfe-events', 'mfe-shop'),
      tool(
        'prettier/bin/prettier.cjs',
        '--check',
        'package.json',
        'tsconfig.json',
        'mfe-shop/src/remote.tsx',
        ...made,
      ),
      house
        .run([
          'node_modules/jest/bin/jest.js',
          '--selectProjects',
          'events',
          'shop',
          '--',
          'events',
          'wish-list',
        ])
        .then(async (tested) =>
          tested.code === 0 ? house.run([...tsx, 'shell/commands/pack.ts', 'events']) : tested,
        ),
    ]);
    expect(checks.map(({ code, output }) => (code === 0 ? 'well' : output))).toEqual([
      'well',
      'well',
      'well',
    ]);

    const [, version = ''] = /^events@(\S+)/m.exec(checks[2].output) ?? [];
    const release = JSON.parse(await house.read(`.data/packed/events/${version}/release.json`)) as unknown;
    expect(release).toMatchObject({
      release: {
        name: 'events',
        routes: [
          { path: '/events', title: 'Events' },
          { path: '/events/archive', title: 'Archive' },
        ],
        menu: [{ menu: 'main', label: 'Events', path: '/events', order: 80 }],
      },
    });
  });
});
