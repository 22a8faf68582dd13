import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { copyOfTheHouse, type House } from '../generate/testing/house';
import { integrityOf } from '../store/integrity';
import { temporaryFolder } from '../testing/release/place';

// Two builds, on a machine that may be busy.
jest.setTimeout(600_000);

/** Every file of a folder by its name, and what is in it. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const described = await Promise.all(
    files
      .sort()
      .map(async (file) => [path.relative(folder, file), integrityOf(await readFile(file))] as const),
  );
  return Object.fromEntries(described);
}

it('makes the same release of the same sources, byte for byte, wherever they lie', async () => {
  const keys = await temporaryFolder();
  const houses: House[] = [];
  try {
    const releases: Record<string, string>[] = [];
    for (const hour of ['00', '13']) {
      const house = await copyOfTheHouse();
      houses.push(house);
      const args = ['--conditions=source', '--import', 'tsx', 'shell/commands/pack.ts', 'shop'];
      // The same team signs in both places; neither the clock nor the language may show.
      const environment = {
        KEYS_FOLDER: keys.folder,
        TZ: `UTC-${hour}`,
        LC_ALL: hour === '00' ? 'C' : 'de_DE.UTF-8',
      };
      const { code, output } = await house.run(args, environment);
      const [, version = ''] = /^shop@(\S+)/m.exec(output) ?? [];
      expect([code, version]).toEqual([0, expect.stringMatching(/^1\.0\.0-/)]);
      const folder = path.join(house.folder, '.data/packed/shop', version);
      const files = await contentsOf(folder);
      const named = Object.keys(files).filter((name) => !/\.(?:br|gz|woff2)$/.test(name));
      for (const name of named)
        expect(await readFile(path.join(folder, name), 'utf8')).not.toContain(house.folder);
      releases.push(files);
    }
    const [one = {}, other] = releases;
    expect(Object.keys(one)).toEqual(
      expect.arrayContaining([
        'release.json',
        'node/server.cjs',
        'types/src/remote.tsx',
        expect.stringMatching(/^maps\//),
      ]),
    );
    expect(other).toEqual(one);
  } finally {
    await Promise.all([keys.remove(), ...houses.map((house) => house.remove())]);
  }
});
