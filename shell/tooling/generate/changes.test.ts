import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { applyChanges, type FileChange } from './changes';

let root: string;

beforeEach(async () => {
  root = testFolder();
  await mkdir(path.join(root, 'there'));
  await writeFile(path.join(root, 'there/old.txt'), 'old');
  await writeFile(path.join(root, 'lock.json'), 'locked');
});

const changes: readonly FileChange[] = [
  { file: 'created/deep/new.txt', text: 'new' },
  { file: 'there/alongside.txt', text: 'alongside' },
  { file: 'there/old.txt', before: 'old', text: 'changed' },
];
const idle = async () => undefined;

/** The text of every file below the root. */
async function contents(): Promise<Record<string, string>> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const files = entries.map(async (entry): Promise<[string, string]> => {
    const file = path.join(entry.parentPath, entry.name);
    return [path.relative(root, file), entry.isDirectory() ? '(folder)' : await readFile(file, 'utf8')];
  });
  return Object.fromEntries(await Promise.all(files));
}

describe('applyChanges', () => {
  it('undoes all changes when the following step fails, including those of that step', async () => {
    const before = await contents();
    const failing = applyChanges({
      root,
      changes,
      touched: ['lock.json', 'linked'],
      afterwards: async () => {
        await writeFile(path.join(root, 'lock.json'), 'changed');
        await writeFile(path.join(root, 'linked'), 'link');
        throw new Error('no network');
      },
    });
    await expect(failing).rejects.toThrow('no network');
    expect(await contents()).toEqual(before);
  });

  it('writes nothing when one of the new files exists already', async () => {
    const before = await contents();
    const clash = [...changes, { file: 'there/old.txt', text: 'mine' }];
    await expect(applyChanges({ root, changes: clash, afterwards: idle })).rejects.toThrow(
      'there/old.txt exists already',
    );
    expect(await contents()).toEqual(before);
  });

  it('undoes all changes when a file was changed by another program at the same time', async () => {
    await writeFile(path.join(root, 'there/old.txt'), 'theirs');
    const before = await contents();
    await expect(applyChanges({ root, changes, afterwards: idle })).rejects.toThrow(
      'changed by another program',
    );
    expect(await contents()).toEqual(before);
  });

  it('makes all changes', async () => {
    await applyChanges({ root, changes, afterwards: idle });
    expect(await contents()).toMatchObject({
      'created/deep/new.txt': 'new',
      'there/alongside.txt': 'alongside',
      'there/old.txt': 'changed',
      'lock.json': 'locked',
    });
  });
});
