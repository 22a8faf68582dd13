import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { copyProject, type ProjectCopy } from '../../../tooling/generate/testing/project-copy';
import { SOURCE_OPTIONS } from '../../node/node';
import { releaseSchema } from '../../../platform/formats/release-schema';
import { integrityOf } from '../../../platform/formats/integrity-of';
import { testFolder } from '../../../../api/testing/test-folder';
import { packageFolder, packageVersion } from '../../node/folders';

// Two builds take long on a busy machine.
jest.setTimeout(600_000);

/** The hash of every file of a folder, by its name. */
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

const sourcesSchema = z.object({ sources: z.array(z.string()) });
const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
});

/** What a packed release says about the packages in its builds. */
async function readSbom(folder: string) {
  const bytes = await readFile(path.join(folder, 'sbom.cdx.json'));
  const { release } = z
    .object({ release: releaseSchema })
    .parse(JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')));
  return {
    sbom: sbomSchema.parse(JSON.parse(String(bytes))),
    isSigned: release.files['sbom.cdx.json']?.integrity === integrityOf(bytes),
  };
}

/** Packs the same sources under another version: only the entry may contain it. */
async function expectSharedScripts(
  project: ProjectCopy,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<void> {
  const { code } = await project.run([...command, 'pack', 'shop', '--version', '9.0.0'], environment);
  expect(code).toBe(0);
  const scriptsIn = async (release: string) =>
    Object.entries(await contentsOf(release)).filter(([name]) => /^[^/]+\.js$/.test(name));
  const known = new Map(await scriptsIn(folder));
  const changed = (await scriptsIn(path.join(path.dirname(folder), '9.0.0'))).filter(
    ([name, hash]) => known.get(name) !== hash,
  );
  expect(changed.map(([name]) => name)).toEqual([expect.stringMatching(/^remote-entry\./)]);
}

/** The element of another release adds nothing to this one's chunks, although it may load the same address. */
async function expectOwnElements(folder: string): Promise<void> {
  const [entry = ''] = Object.keys(await contentsOf(folder)).filter((name) =>
    /^remote-entry\..*\.js$/.test(name),
  );
  const text = await readFile(path.join(folder, entry), 'utf8');
  expect(text).toContain('getAttribute("data-webpack")');
  expect(text).not.toContain('getAttribute("src")');
}

/** Source maps name files of the repository, which a developer can open. */
async function expectSourcesOf(folder: string, project: ProjectCopy): Promise<void> {
  const maps = (await readdir(path.join(folder, 'maps'))).map(async (name) => {
    const map = sourcesSchema.parse(JSON.parse(await readFile(path.join(folder, 'maps', name), 'utf8')));
    return map.sources.map((source) => source.replace('webpack:///', ''));
  });
  const named = new Set((await Promise.all(maps)).flat());
  // The copy links the installed packages from the checkout.
  const own = [...named].filter((name) => !/^(?:webpack\/|external )|node_modules\//.test(name));
  expect(own).toEqual(expect.arrayContaining(['mfe-shop/src/remote.tsx', 'api/contract/src/paths/shop.ts']));
  const files = project.files();
  expect(own.filter((name) => !files.includes(name))).toEqual([]);
}

it('packs equal sources into equal bytes in any folder, and writes the version into the entry only', async () => {
  const keysFolder = testFolder();
  const projects: ProjectCopy[] = [];
  try {
    const releases: Record<string, string>[] = [];
    for (const hour of ['00', '13']) {
      const project = await copyProject();
      projects.push(project);
      const release = [...SOURCE_OPTIONS, 'shell/tooling/commands/release.ts'];
      // Both releases are signed with the same key; time zone and language must have no effect.
      const environment = {
        KEYS_FOLDER: keysFolder,
        TZ: `UTC-${hour}`,
        LC_ALL: hour === '00' ? 'C' : 'de_DE.UTF-8',
      };
      if (releases.length === 0) await project.run([...release, 'keygen', 'shop'], environment);
      const { code, output } = await project.run([...release, 'pack', 'shop'], environment);
      const [, packed = ''] = /^shop@(\S+)/m.exec(output) ?? [];
      expect([code, packed]).toEqual([0, expect.stringMatching(/^1\.0\.0-/)]);
      const folder = path.join(project.folder, '.data/packed/shop', packed);
      const files = await contentsOf(folder);
      const named = Object.keys(files).filter((name) => !/\.(?:br|gz|woff2)$/.test(name));
      for (const name of named)
        expect(await readFile(path.join(folder, name), 'utf8')).not.toContain(project.folder);
      releases.push(files);
      if (releases.length > 1) await expectSharedScripts(project, release, environment, folder);
      if (releases.length > 1) continue;
      await expectOwnElements(folder);
      await expectSourcesOf(folder, project);
      const { sbom, isSigned } = await readSbom(folder);
      expect(isSigned).toBe(true);
      const version = packageVersion(packageFolder('@paypal/react-paypal-js'));
      expect(sbom.components).toContainEqual({
        name: '@paypal/react-paypal-js',
        version,
        purl: `pkg:npm/%40paypal/react-paypal-js@${version}`,
      });
      // Neither tools nor the packages that the shell provides are in the builds.
      const names = sbom.components.map(({ name }) => name);
      expect(names).toEqual(
        names.filter((name) => !/webpack$|^@swc|jest|typescript|eslint|^react/.test(name)),
      );
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
    await Promise.all(projects.map((project) => project.remove()));
  }
});
