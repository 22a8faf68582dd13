import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apply, type Change } from './changes';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'isa-changes-'));
  await mkdir(path.join(root, 'there'));
  await writeFile(path.join(root, 'there/old.txt'), 'old');
  await writeFile(path.join(root, 'lock.json'), 'locked');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const changes: readonly Change[] = [
  { file: 'made/deep/new.txt', text: 'new' },
  { file: 'there/beside.txt', text: 'beside' },
  { file: 'there/old.txt', before: 'old', text: 'changed' },
];
const idle = async () => undefined;

async function everything(): Promise<Record<string, string>> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const files = entries.map(async (entry): Promise<[string, string]> => {
    const place = path.join(entry.parentPath, entry.name);
    return [path.relative(root, place), entry.isDirectory() ? '(folder)' : await readFile(place, 'utf8')];
  });
  return Object.fromEntries(await Promise.all(files));
}

describe('apply', () => {
  it('leaves everything as it was when what follows fails, with what that has changed', async () => {
    const before = await everything();
    const failing = apply({
      root,
      changes,
      touched: ['lock.json', 'linked'],
      then: async () => {
        await writeFile(path.join(root, 'lock.json'), 'changed');
        await writeFile(path.join(root, 'linked'), 'link');
        throw new Error('no network');
      },
    });
    await expect(failing).rejects.toThrow('no network');
    expect(await everything()).toEqual(before);
  });

  it('writes nothing when one of the new files is there already', async () => {
    const before = await everything();
    const clash = [...changes, { file: 'there/old.txt', text: 'mine' }];
    await expect(apply({ root, changes: clash, then: idle })).rejects.toThrow(
      'there/old.txt is there already',
    );
    expect(await everything()).toEqual(before);
  });

  it('undoes what it has written when a file has been changed by somebody else meanwhile', async () => {
    await writeFile(path.join(root, 'there/old.txt'), 'theirs');
    const before = await everything();
    await expect(apply({ root, changes, then: idle })).rejects.toThrow('changed by somebody else');
    expect(await everything()).toEqual(before);
  });

  it('makes all the changes', async () => {
    await apply({ root, changes, then: idle });
    expect(await everything()).toMatchObject({
      'made/deep/new.txt': 'new',
      'there/beside.txt': 'beside',
      'there/old.txt': 'changed',
      'lock.json': 'locked',
    });
  });
});
