import type { ReleaseTelemetry } from '@isa/api-contract';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { root } from './folders';
import { isCallFile, packageSources, readExports } from './package-sources';

function exportsOf(exports: object) {
  const folder = testFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '1.0.0', exports }));
  return readExports(folder).entries;
}

test.each([
  ['sources', { '.': './src/router.tsx' }, './src/router.tsx', './dist/router'],
  [
    'a compiled package of this project',
    { '.': { types: './src/index.ts', default: './dist/contract/src/index.js' } },
    './src/index.ts',
    './dist/contract/src/index',
  ],
  [
    'the declarations in a release',
    { '.': { types: './dist/contract/src/index.d.ts' } },
    './dist/contract/src/index.d.ts',
    './dist/contract/src/index',
  ],
])('reads the exports of %s', (_, exports, types, built) => {
  expect(exportsOf(exports)).toEqual([{ entry: '.', types, built }]);
});

test("the contract has the calls of the API's features, and nothing else of them", async () => {
  const files = (await packageSources('@isa/api-contract')).filter((file) => file.includes('/features/'));
  expect(files.every(isCallFile)).toBe(true);
  expect(files.some((file) => file.endsWith('/features/orders/schema.ts'))).toBe(true);
});

test('every export of the contract names the file that its source is compiled to', () => {
  const { entries } = readExports(path.join(root, 'api/contract'));
  expect(entries.map(({ built }) => built)).toEqual(
    entries.map(({ types }) => `./dist/contract/${types.slice(2, -'.ts'.length)}`),
  );
});

test('types of the contract reach the shell, whose compiler takes a type that it cannot find for any', () => {
  // @ts-expect-error A number is no report of errors.
  const report: ReleaseTelemetry = 5;
  expect(report).toBe(5);
});
