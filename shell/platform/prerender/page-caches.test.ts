import fs from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { createFragmentCache } from './page-caches';

afterEach(() => jest.restoreAllMocks());

it('uses a page that another role has rendered, although only its owner may set the times of its file', async () => {
  const folder = testFolder();
  const page = { kind: 'page' } as const;
  const render = jest.fn(async () => ({ page, head: [], styles: '', body: '<h1>A page</h1>', fonts: [] }));
  const first = await createFragmentCache(folder, { hasChanged: false }).get(['a page'], render);
  const [name = ''] = await readdir(folder);
  const { ino } = await stat(path.join(folder, name));

  const refused = Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  jest.spyOn(fs.promises, 'utimes').mockRejectedValue(refused);
  const again = await createFragmentCache(folder, { hasChanged: false }).get(['a page'], render);

  expect([again, render.mock.calls.length]).toEqual([first, 1]);
  expect((await stat(path.join(folder, name))).ino).not.toBe(ino);
});
