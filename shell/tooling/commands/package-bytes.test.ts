import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { runNode, sourceScript } from '../../packages/node/node';

const pack = (folder: string, environment: NodeJS.ProcessEnv) =>
  runNode('Packaging', sourceScript('shell/tooling/commands/package.ts', '--out', folder), { environment });

it('equal sources give equal bytes', async () => {
  const folder = testFolder();
  const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')];
  await pack(one, {});
  await pack(other, { TZ: 'Asia/Tokyo', LANG: 'C' });
  const names = await readdir(one);
  expect(names).toHaveLength(4);
  for (const name of names) {
    const [first, second] = await Promise.all([one, other].map((into) => readFile(path.join(into, name))));
    expect([name, first?.equals(second ?? Buffer.of())]).toEqual([name, true]);
  }
});
