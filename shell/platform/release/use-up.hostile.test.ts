import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { removeFromSandbox } from '../../packages/node/sandbox';
import { testKeys } from '../../tooling/testing/release/test-store';
import { runUnprivileged } from './run-unprivileged';

// The folder is not below that of temporary files, which is hidden anyway.
const data = `/var/tmp/isa-use-up-${process.pid}`;
afterAll(() => removeFromSandbox(data));

describe('code of a release that uses up the machine', () => {
  const useUp = (attack: string) => {
    const folder = path.join(data, `use-up-${attack}`);
    return runUnprivileged({
      task: 'The build of shop',
      script: 'shell/tooling/testing/release/use-up.ts',
      args: [attack, folder],
      result: z.string(),
      keys: testKeys(),
      isOwn: async () => true,
      writes: [folder],
    });
  };

  it('gets 4 GB of memory', async () => {
    await expect(useUp('memory')).rejects.toThrow('allocation failed');
  });

  it('gets 8 GB for all of its processes together', async () => {
    await expect(useUp('tree')).rejects.toThrow(
      'was ended: its processes have used more than 8 GB of memory',
    );
  });

  it('keeps no files in memory', async () => {
    await expect(useUp('home')).rejects.toThrow('was ended: it has written more than 4 GB');
    expect(await useUp('root')).toMatch(/^(?:EROFS|EACCES)$/);
  });

  it('writes no file of more than 1 GB', async () => {
    await expect(useUp('file')).resolves.toBe('EFBIG');
  });

  it('is ended when its files together have more than 4 GB', async () => {
    await expect(useUp('files')).rejects.toThrow('was ended: it has written more than 4 GB');
  });

  it('is ended when a folder is too deep to be read, and leaves nothing of it', async () => {
    const folder = path.join(data, 'use-up-deep');
    await expect(useUp('deep')).rejects.toThrow(
      'was ended: it has written what cannot be counted (ENAMETOOLONG',
    );
    await removeFromSandbox(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it('is ended when it makes more than 100,000 files and folders', async () => {
    await expect(useUp('folders')).rejects.toThrow('was ended: it has written more than 100000 files');
  });

  it('starts no more than 2,048 processes and threads', async () => {
    const [code, count] = (await useUp('processes')).split(' ');
    expect(code).toBe('EAGAIN');
    expect(Number(count)).toBeLessThan(2_048);
  });
});
