import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';

let folder: string;
beforeEach(async () => {
  folder = testFolder();
  jest.resetModules();
  process.env.DATA_FOLDER = path.join(folder, 'data');
});
afterEach(async () => {
  delete process.env.DATA_FOLDER;
});

const modeOf = async (file: string) => ((await stat(path.join(folder, file))).mode & 0o777).toString(8);

test('private keys are readable by their user only, and nginx can pass through the data folder', async () => {
  const { localKeys, generateKeys } = await import('../../platform/store/keys/local-keys');
  expect(localKeys).toBeDefined();
  await generateKeys('shop');
  expect(await modeOf('data/keys/shop.key.pem')).toBe('600');
  expect(await modeOf('data/keys')).toBe('700');
  expect(await modeOf('data')).toBe('711');
});

test('an existing folder keeps its permissions', async () => {
  const { makePrivateFolder } = await import('./private-folder');
  await makePrivateFolder(path.join(folder, 'data/keys'));
  await chmod(path.join(folder, 'data/keys'), 0o750);
  await makePrivateFolder(path.join(folder, 'data/keys'));
  expect(await modeOf('data/keys')).toBe('750');
});
