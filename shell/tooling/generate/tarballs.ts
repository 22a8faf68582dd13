import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { rendererVersion } from '../../platform/prerender/cache-invalidation';
import { requireJson } from '../../platform/formats/parse-json';
import { compilePackages, inCacheFolder, type PackageName } from '../../packages/kit/pack/declarations';
import { bundleScripts } from '../../packages/node/bundle-scripts';
import { kitFolder, packageFolder, readPackage, root } from '../../packages/node/folders';
import { packageSources, readExports, sourceBase } from '../../packages/node/package-sources';
import { runNpm } from './install';
import { templateFolder } from './template';

const LIBRARIES: readonly PackageName[] = ['@isa/api-contract', '@isa/contract', '@isa/ui'];
const KIT = '@isa/remote-kit';

/** The scripts of the kit: its command line, and what that starts in processes of their own. */
const SCRIPTS = [
  'shell/tooling/commands/isa.ts',
  'shell/packages/kit/pack/describe-app-process.ts',
  'shell/packages/kit/pack/build-process.ts',
  'shell/platform/release/checks/browser-start-process.ts',
  'shell/platform/release/checks/check-process.ts',
];

/** Files of the kit that other tools load. */
const KIT_FILES = [
  'lint.mjs',
  'lint-api-calls.mjs',
  'lint-translated-text.mjs',
  'refresh',
  'testing',
  'tsconfig.base.json',
];

const NOT_PACKED = /\.(?:test|stories)\.tsx?$/;

const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  private: z.unknown(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
  exports: z.record(z.string(), z.unknown()),
});
const printedSchema = z.tuple([z.object({ filename: z.string() })]);

/** What a remote in a repository of its own installs. @returns the file names, by package. */
export async function writeTarballs(into: string): Promise<ReadonlyMap<string, string>> {
  await mkdir(into, { recursive: true });
  return inCacheFolder('tarballs-', async (folder) => {
    const compiled = await compilePackages(LIBRARIES, folder, { declarationsOnly: false });
    const packages: (readonly [string, string])[] = [];
    for (const [name, dist] of compiled) packages.push([name, await libraryFolder(name, dist)]);
    packages.push([KIT, await writeKit(path.join(folder, KIT))]);
    const names = new Map<string, string>();
    for (const [name, one] of packages) {
      const printed = await runNpm(['pack', '--json', '--pack-destination', into], one);
      const [packed] = requireJson(printed, printedSchema, 'The output of npm');
      names.set(name, packed.filename);
    }
    return names;
  });
}

/** Completes the folder of a compiled package: sources for the project's own tools, JavaScript and types for all others. */
async function libraryFolder(name: PackageName, dist: string): Promise<string> {
  const target = path.dirname(dist);
  const [folder, base] = [packageFolder(name), sourceBase(name)];
  for (const file of await packageSources(name)) {
    const place = path.relative(base, file);
    await cp(file, path.join(target, place));
    if (!/\.tsx?$/.test(file)) await cp(file, path.join(dist, place.replace(/^src[\\/]/, '')));
  }
  const manifest = readPackage(folder, manifestSchema);
  const exports = Object.fromEntries(
    readExports(folder).entries.map(({ entry, types, built }) => {
      const source = `./${path.relative(base, path.join(realpathSync(folder), types))}`;
      return [entry, { types: `${built}.d.ts`, source, default: `${built}.js` }];
    }),
  );
  await writeManifest(target, { ...manifest, exports });
  return target;
}

async function writeKit(target: string): Promise<string> {
  const bundled = await bundleScripts(SCRIPTS, 'remote-kit', {
    'process.env.REMOTE_KIT': '"yes"',
    'process.env.RENDERER_VERSION': JSON.stringify(await rendererVersion(root)),
  });
  const dist = path.join(target, 'dist');
  await cp(bundled, dist, { recursive: true });
  await cp(
    path.join(root, 'shell/platform/prerender/render-process.mjs'),
    path.join(dist, 'render-process.mjs'),
  );
  const command = path.join(dist, 'isa.cjs');
  await writeFile(command, `#!/usr/bin/env node\n${await readFile(command, 'utf8')}`, { mode: 0o755 });
  for (const name of KIT_FILES) {
    const filter = (file: string) => !NOT_PACKED.test(file);
    await cp(path.join(kitFolder, name), path.join(target, name), { recursive: true, filter });
  }
  // What its command `new` fills in, with the test of the page.
  const feature = 'src/features';
  await cp(path.join(templateFolder, feature), path.join(target, 'template', feature), { recursive: true });
  const { dependencies, devDependencies, ...manifest } = readPackage(kitFolder, manifestSchema);
  // A remote in a repository of its own also develops and tests with them.
  const tools = { ...dependencies, ...devDependencies };
  await writeManifest(target, { ...manifest, dependencies: tools, bin: { isa: 'dist/isa.cjs' } });
  return target;
}

/** An installed package is neither private nor developed. */
async function writeManifest(folder: string, manifest: object): Promise<void> {
  const kept = Object.entries(manifest).filter(([name]) => !['private', 'devDependencies'].includes(name));
  const files = (await readdir(folder)).filter((name) => name !== 'package.json');
  const text = JSON.stringify({ ...Object.fromEntries(kept), files }, null, 2);
  await writeFile(path.join(folder, 'package.json'), `${text}\n`);
}
