import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow } from '../../node/files';
import { folderOf, isKit, kitFolder, root } from '../../node/folders';
import { packageSources } from '../../node/package-sources';
import { ignoreMissing } from '../../node/user-error';
import { sharedPackageNames } from '../webpack/shared-packages';
import { lockedDependencies } from './locked-dependencies';

/** What configures the build: sources, or in a remote's own repository the script that was bundled from them. */
const CONFIGURATION = path.join(kitFolder, isKit ? 'dist/build-process.cjs' : 'webpack');

const SHARED_PACKAGES = ['@isa/contract', '@isa/ui', '@isa/api-contract'];
const SHELL_SOURCES = ['shell/src', 'shell/public', 'shell/packages/ui/pictures'];

/** What the declarations of a release are made with. */
const TYPE_TOOLS = ['typescript', 'typescript-native', '@types/react', '@types/react-dom'];

/** The format of releases. Increase it when packing changes what a release of the same sources contains. */
const FORMAT = 10;

/** A hash of everything that determines an app's build: equal sources have equal revisions. */
export async function sourceRevision(app: string): Promise<string> {
  const folder = path.relative(root, folderOf(app));
  const own = app === 'shell' ? SHELL_SOURCES : [path.join(folder, 'src'), path.join(folder, 'package.json')];
  const sources = [CONFIGURATION, ...own.map((source) => path.join(root, source))];
  const files = (
    await Promise.all([...SHARED_PACKAGES.map(packageSources), ...sources.map(sourcesBelow)])
  ).flat();
  const hash = createHash('sha256').update(`${FORMAT} ${process.versions.node.split('.')[0]}`);
  for (const dependency of await dependenciesOf(app)) hash.update(`\0${dependency}`);
  for (const file of files.sort()) {
    hash.update(`\0${path.relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 10);
}

/** The packages that an app is built from. The shell provides the shared ones: a remote stays the same with others. */
async function dependenciesOf(app: string): Promise<readonly string[]> {
  const configuration = await Promise.all(
    (await sourcesBelow(CONFIGURATION)).map((file) => readFile(file, 'utf8')),
  );
  // Loaders are named by strings, so that all strings are read; those that are no package do not count.
  const strings = configuration.flatMap((text) =>
    [...text.matchAll(/(['"])((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"]*)?\1/g)].map(([, , name = '']) => name),
  );
  return lockedDependencies(await readFile(path.join(root, 'package-lock.json'), 'utf8'), {
    folder: path.relative(root, folderOf(app)),
    tools: [...strings, ...TYPE_TOOLS],
    toolsFrom: path.relative(root, realpathSync(kitFolder)),
    provided: app === 'shell' ? [] : sharedPackageNames,
  });
}

/** All files of a folder except tests, or the file itself; none when it is missing. */
async function sourcesBelow(source: string): Promise<readonly string[]> {
  const files = await filesBelow(source).catch(ignoreMissing);
  return (files ?? []).filter((file) => !/\.test\.tsx?$/.test(file));
}
