import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../packages/node/folders';
import { projectFiles } from '../testing/project-files';

/** Names whose exports are the same thing in several places, with the reason. */
const SHARED: Readonly<Record<string, string>> = {
  test: 'the convention of Playwright',
};

const DECLARATION =
  /^export (?:declare )?(?:async )?(?:function\*?|const|class|interface|type|let) (?<name>\w+)/gm;

/** The folder of the package that a file belongs to. */
function packageOf(file: string): string {
  const folder = path.dirname(file);
  return folder === '.' || existsSync(path.join(root, folder, 'package.json')) ? folder : packageOf(folder);
}

/** The names that several files of one package export, with these files. */
function repeatedNames(texts: ReadonlyMap<string, string>): readonly string[] {
  const places = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    for (const { groups } of text.matchAll(DECLARATION)) {
      const name = `${packageOf(file)}: ${groups?.name ?? ''}`;
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  return [...places].flatMap(([name, files]) => (files.size > 1 ? `${name} in ${[...files].join()}` : []));
}

test('an exported name has one meaning in its package', () => {
  const files = projectFiles()
    .filter((file) => /\.tsx?$/.test(file))
    // Addresses are imported as `paths.<name>`.
    .filter((file) => !/\.(?:test|spec|stories)\.tsx?$|\/template\/|\/paths\.ts$/.test(file));
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const repeated = repeatedNames(texts);
  const shared = (name: string) => repeated.filter((line) => line.includes(`: ${name} in `));
  expect(repeated.filter((line) => !Object.keys(SHARED).some((name) => shared(name).includes(line)))).toEqual(
    [],
  );
  expect(Object.keys(SHARED).filter((name) => shared(name).length === 0)).toEqual([]);
});

test('a name that two files export is found', () => {
  const texts = new Map([
    ['a.ts', 'export const table = 1;'],
    ['b.ts', 'export function table() {}'],
  ]);
  expect(repeatedNames(texts)).toEqual(['.: table in a.ts,b.ts']);
});
