import fs from 'node:fs';
import { readdir, readFile, readlink, stat, symlink, utimes } from 'node:fs/promises';
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
    await site.swap('00000001-a', await site.current());
    const before = await stat(path.join(folder, 'current/page-0.html'));

    await site.write('00000001-a', files, undefined);

    expect((await stat(path.join(folder, 'current/page-0.html'))).ino).toBe(before.ino);
  });

  it('keep a site build that another role has written, although only its owner may set its times', async () => {
    const site = siteFolderAt(folder);
    await site.write('00000001-a', files, undefined);
    const siteBuild = path.join(folder, 'site-builds/00000001-a');
    await utimes(siteBuild, 0, 0);
    const refused = Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
    jest.spyOn(fs.promises, 'utimes').mockRejectedValue(refused);

    await site.write('00000001-a', files, undefined);

    expect((await stat(siteBuild)).mtimeMs).toBeGreaterThan(0);
    expect((await readdir(siteBuild)).filter((name) => !name.startsWith('page-'))).toEqual([]);
    jest.restoreAllMocks();
  });

  it('write one complete site build', async () => {
    const siteBuilders = Array.from({ length: 4 }, async () => {
      const site = siteFolderAt(folder);
      await site.write('00000001-a', files, undefined);
      await site.swap('00000001-a', await site.current());
    });
    await Promise.all(siteBuilders);

    expect(await readFile(path.join(folder, 'current/page-39.html'), 'utf8')).toBe('<h1>39</h1>');
    expect(await readdir(path.join(folder, 'site-builds'))).toEqual(['00000001-a']);
    expect((await readdir(folder)).sort()).toEqual(['current', 'site-builds', 'switches']);
  });

  it('remove old site builds at the same time', async () => {
    const site = siteFolderAt(folder);
    const ids = Array.from({ length: 12 }, (_, at) => `000000${at + 10}-a`);
    for (const id of ids) {
      await site.write(id, files, undefined);
      await utimes(path.join(folder, 'site-builds', id), 0, 0);
    }
    await site.swap('00000010-a', await site.current());

    await Promise.all(Array.from({ length: 6 }, () => siteFolderAt(folder).sweep()));

    expect(await readdir(path.join(folder, 'site-builds'))).toEqual(['00000010-a', ...ids.slice(-3)]);
  });
});

it('retains the site build that was just replaced', async () => {
  const site = siteFolderAt(folder);
  const ids = ['00000001-c', '00000001-d', '00000001-e', '00000001-a', '00000001-b'];
  for (const id of ids) {
    await site.write(id, files, undefined);
    await utimes(path.join(folder, 'site-builds', id), 0, 0);
  }
  await site.swap('00000001-a', await site.current());
  await utimes(path.join(folder, 'site-builds/00000001-a'), 0, 0);
  await site.swap('00000001-b', await site.current());
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

describe('a switch of visitors', () => {
  const ids = Array.from({ length: 20 }, (_, at) => `00000002-${at}`);
  const served = async () => readlink(path.join(folder, 'current'));

  beforeEach(async () => {
    const site = siteFolderAt(folder);
    for (const id of ['00000001-a', ...ids]) await site.write(id, files, undefined);
    await site.swap('00000001-a', await site.current());
  });

  it('succeeds once from the site build that 20 of them found', async () => {
    const found = await siteFolderAt(folder).current();
    const swaps = await Promise.all(ids.map((id) => siteFolderAt(folder).swap(id, found)));
    expect(swaps.filter(Boolean)).toHaveLength(1);
    expect(await served()).toBe(`site-builds/${ids[swaps.indexOf(true)]}`);
  });

  it('is completed by the next process when its own died before hosts followed', async () => {
    const site = siteFolderAt(folder);
    await symlink('../site-builds/00000002-3', path.join(folder, 'switches/0000000002'));
    expect(await served()).toBe('site-builds/00000001-a');
    await site.complete();
    expect(await served()).toBe('site-builds/00000002-3');
    expect(await site.swap('00000002-4', { id: '00000001-a', tag: '1' })).toBe(false);
  });

  it('is refused to a process that has slept until its number was free again', async () => {
    const site = siteFolderAt(folder);
    await symlink('../site-builds/00000002-3', path.join(folder, 'switches/0000005000'));
    expect(await site.swap('00000002-4', { id: '00000001-a', tag: '1' })).toBe(false);
    expect((await site.current())?.id).toBe('00000002-3');
  });
});
