import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../packages/node/folders';
import { projectFiles } from '../testing/project-files';

const EXTENSIONS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx', '.mjs', '.cjs'];

/** The files of the project that a file imports by a relative path; imports of types count. */
function importsOf(file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => path.join(path.dirname(file), fileName))
    .flatMap((target) => EXTENSIONS.map((extension) => target + extension).find(isSource) ?? []);
}

const isSource = (file: string) => /\.[mc]?[jt]sx?$/.test(file) && existsSync(path.join(root, file));

/** Every import that leads back to a file on the path that has led to it. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, from: readonly string[]) => {
    if (from.includes(file)) cycles.push([...from.slice(from.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    done.add(file);
    for (const target of imports.get(file) ?? []) visit(target, [...from, file]);
  };
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}

// ESLint and knip leave imports of types out.
test('no file imports itself through others, not even for types', () => {
  const files = projectFiles().filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(cyclesIn(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([]);
});

test('a cycle of types is found', () => {
  expect(cyclesIn(new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: ['b'], d: [] })))).toEqual([
    'b → c → b',
  ]);
});
