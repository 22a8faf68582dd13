import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../../api/testing/test-folder';
import { addThirdPartyTypes, THIRD_PARTY_FILE } from './third-party-types';

let folder: string;
beforeEach(() => void (folder = testFolder()));

/** Unpacks the declarations of a release, of which a remote takes React from the shell. */
async function unpack(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const types = path.join(folder, 'types');
  await mkdir(types, { recursive: true });
  await writeFile(path.join(types, THIRD_PARTY_FILE), JSON.stringify(files));
  const target = path.join(folder, 'check/node_modules');
  await mkdir(target, { recursive: true });
  await addThirdPartyTypes(types, target, ['react', '@isa/contract']);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== THIRD_PARTY_FILE)
    .map((entry) => path.relative(target, path.join(entry.parentPath, entry.name)));
}

test.each([
  '../escape.d.ts',
  'zod/../../../escape.d.ts',
  '/tmp/escape.d.ts',
  'zod\\..\\escape.d.ts',
  '.bin/escape.json',
  'zod/index.js',
])('refuses a release that names %s', async (name) => {
  await expect(unpack({ [name]: 'escaped' })).rejects.toThrow(THIRD_PARTY_FILE);
  expect(await readdir(path.join(folder, 'check/node_modules'))).toEqual([]);
});

test('leaves out what the shell provides, so that no release replaces its types', async () => {
  const names = [
    'react/index.d.ts',
    '@types/react/index.d.ts',
    '@isa/contract/dist/index.d.ts',
    'zod/index.d.ts',
    '@scope/one/package.json',
  ];
  const files = await unpack(Object.fromEntries(names.map((name) => [name, ''])));
  expect([...files].sort()).toEqual(['@scope/one/package.json', 'zod/index.d.ts']);
});
