import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testScript } from '../testing/test-script';
import { copyProject, type ProjectCopy } from './testing/project-copy';

let project: ProjectCopy;
let generate: string;

beforeAll(async () => {
  project = await copyProject();
  generate = await testScript('shell/tooling/commands/new.ts');
});
afterAll(() => project.remove());

/** Replaces npm by a script. @returns the environment that selects it. */
async function npm(script: string): Promise<Readonly<Record<string, string>>> {
  const file = path.join(project.folder, '.data-npm.cjs');
  await writeFile(file, script);
  return { npm_execpath: file };
}

describe('npm run new', () => {
  it('undoes all changes when the installation fails half-way', async () => {
    const failing = await npm(`
      const { appendFileSync, symlinkSync } = require('node:fs');
      appendFileSync('package-lock.json', ' ');
      symlinkSync('../../mfe-events', 'node_modules/@isa/mfe-events');
      process.exit(1);
    `);
    const before = [
      project.files(),
      await project.read('package.json'),
      await project.read('package-lock.json'),
    ];
    const { code, output } = await project.run([generate, 'remote', 'events'], failing);
    expect([code, output]).toEqual([1, expect.stringContaining('All changes were undone')]);
    expect([
      project.files(),
      await project.read('package.json'),
      await project.read('package-lock.json'),
    ]).toEqual(before);
    // The link was removed too.
    expect(
      (await project.run(['-e', "require('node:fs').lstatSync('node_modules/@isa/mfe-events')"])).code,
    ).toBe(1);
  });

  it.each([
    ['a name in use', ['remote', 'shop'], 'The remote "shop" exists already'],
    ['a reserved name', ['remote', 'shell'], 'already has another meaning'],
    ['an unknown remote', ['feature', 'mfe-shopp', 'wishlist'], 'Unknown remote: mfe-shopp'],
    [
      'an existing feature',
      ['feature', 'mfe-shop', 'books'],
      'The feature "books" exists already in mfe-shop',
    ],
    ['an address of another remote', ['remote', 'news', '--path', '/isa-books/7'], 'belongs to shop ("Book"'],
    ['an address of a server', ['remote', 'news', '--path', '/api/news'], 'reserved for the site'],
    ['a title with markup', ['remote', 'news', '--title', '<b>News</b>'], 'is not a valid title'],
  ])('rejects %s in one line and writes nothing', async (_what, args, sentence) => {
    const before = project.files();
    const { code, output } = await project.run([generate, ...args]);
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
    expect(project.files()).toEqual(before);
  });
});
