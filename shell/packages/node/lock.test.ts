import fs from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { withLock } from './lock';

let folder: string;
beforeEach(() => void (folder = testFolder()));
afterEach(async () => {
  jest.restoreAllMocks();
});

const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));

// The test takes less time than a lock takes to expire.
it('is released on a full disk', async () => {
  await withLock(folder, async () => {
    jest.spyOn(fs.promises, 'writeFile').mockImplementation(full);
  });
  await expect(withLock(folder, async () => undefined)).rejects.toThrow('no space left');
  jest.restoreAllMocks();
  expect(await withLock(folder, async () => 'held')).toBe('held');
  expect(await readdir(folder)).toHaveLength(1);
});

it('reports at once that a lock cannot be read, instead of waiting as if it had been released', async () => {
  // Even the user root cannot read a folder as a file.
  await mkdir(path.join(folder, '0000000001'));
  await expect(withLock(folder, async () => undefined)).rejects.toThrow('EISDIR');
});
