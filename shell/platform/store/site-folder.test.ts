import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import type { SiteFile } from './site';
import { siteFolderAt } from './site-folder';

let folder: string;
beforeEach(() => void (folder = testFolder()));

const files = new Map<string, SiteFile>(
  Array.from({ length: 40 }, (_, at) => [`page-${at}.html`, { text: `<h1>${at}</h1>` }]),
);

describe('concurrent site builders', () => {
  it('do not write an existing site build again', async () => {
    const site = siteFolderAt(folder);
    await site.write('00000001-a', files, undefined);
    await site.use('00000001-a');
    const before = await stat(path.join(folder, 'current/page-0.html'));

    await site.write('00000001-a', files, undefined);

    expect((await stat(path.join(folder, 'current/page-0.html'))).ino).toBe(before.ino);
  });

  it('write one complete site build', async () => {
    const siteBuilders = Array.from({ length: 4 }, async () => {
      const site = siteFolderAt(folder);
      await site.write('00000001-a', files, undefined);
      await site.use('00000001-a');
    });
    await Promise.all(siteBuilders);

    expect(await readFile(path.join(folder, 'current/page-39.html'), 'utf8')).toBe('<h1>39</h1>');
    expect(await readdir(path.join(folder, 'site-builds'))).toEqual(['00000001-a']);
    expect((await readdir(folder)).sort()).toEqual(['current', 'site-builds', 'swaps']);
  });

  it('remove old site builds at the same time', async () => {
    const site = siteFolderAt(folder);
    const ids = Array.from({ length: 12 }, (_, at) => `000000${at + 10}-a`);
    for (const id of ids) {
      await site.write(id, files, undefined);
      await utimes(path.join(folder, 'site-builds', id), 0, 0);
    }
    await site.use('00000010-a');

    await Promise.all(Array.from({ length: 6 }, () => siteFolderAt(folder).sweep()));

    expect(await readdir(path.join(folder, 'site-builds'))).toEqual(['00000010-a', ...ids.slice(-3)]);
  });
});

it('retains the site build that was just replaced, whatever the hashes of its revision are', async () => {
  const site = siteFolderAt(folder);
  const ids = ['00000001-c', '00000001-d', '00000001-e', '00000001-a', '00000001-b'];
  for (const id of ids) {
    await site.write(id, files, undefined);
    await utimes(path.join(folder, 'site-builds', id), 0, 0);
  }
  await site.use('00000001-a');
  await utimes(path.join(folder, 'site-builds/00000001-a'), 0, 0);
  await site.use('00000001-b');
  await site.sweep();
  expect(await readdir(path.join(folder, 'site-builds'))).toEqual(
    expect.arrayContaining(['00000001-a', '00000001-b']),
  );
  expect(await readdir(path.join(folder, 'site-builds'))).toHaveLength(4);
});

it.each([
  '../evil.html',
  'a/../../evil.html',
  '/evil.html',
  'a//b.html',
  String.raw`..\evil.html`,
  'a\0.html',
])('writes nothing of a site build with a file called %j', async (name) => {
  const site = siteFolderAt(folder);
  await expect(
    site.write('00000001-a', new Map([...files, [name, { text: '' }]]), undefined),
  ).rejects.toThrow('is not a valid name');
  expect(await readdir(folder)).toEqual([]);
});

it('an operator switches to the site build before, with the commands of operating.md', async () => {
  const site = siteFolderAt(folder);
  for (const id of ['00000001-a', '00000002-b']) {
    await site.write(id, files, undefined);
    await site.use(id);
  }
  const look = 'ls -t site-builds && readlink current';
  const change = 'ln -s site-builds/00000001-a next && mv -T next current';
  const { status, stdout } = spawnSync('sh', ['-c', `${look} && ${change}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, 'site-builds/00000002-b']);
  expect(await site.currentId()).toBe('00000001-a');
});
