import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { UserError } from '../../packages/node/user-error';
import { buildApi } from './build-api';

const OPTIONS = {
  composite: true,
  rootDir: '.',
  outDir: 'dist',
  module: 'commonjs',
  types: [],
  lib: ['es2023'],
};
const compiled = ['api/dist/index.js', 'api/contract/dist/calls.js'];

it('leaves nothing of a compilation that failed, not even what compiled before, and compiles all of it again', async () => {
  const project = testFolder();
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true });
    await writeFile(path.join(project, file), text);
  };
  const compilerOptions = { ...OPTIONS, tsBuildInfoFile: 'dist/tsconfig.tsbuildinfo' };
  await write('api/contract/tsconfig.json', JSON.stringify({ compilerOptions, files: ['calls.ts'] }));
  const references = [{ path: 'contract' }];
  await write('api/tsconfig.json', JSON.stringify({ compilerOptions, files: ['index.ts'], references }));
  await write('api/contract/calls.ts', 'export const calls = 1;\n');
  const there = () => compiled.map((file) => existsSync(path.join(project, file)));
  const build = (text: string) => write('api/index.ts', text).then(() => buildApi(() => undefined, project));

  await build('export const amount: number = 1;\n');
  expect(there()).toEqual([true, true]);
  const failed = build("export const amount: number = 'one';\n");
  await expect(failed).rejects.toThrow(UserError);
  await expect(failed).rejects.toThrow(/index\.ts.*not assignable to type 'number'/);
  expect(there()).toEqual([false, false]);
  await build('export const amount: number = 2;\n');
  expect(there()).toEqual([true, true]);
  expect(await readFile(path.join(project, 'api/dist/index.js'), 'utf8')).toContain('amount = 2');
});
