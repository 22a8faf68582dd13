import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { testFolder } from '../../../api/testing/test-folder';
import { root } from '../../packages/node/folders';
import { freePort, listen } from '../../packages/node/processes';
import { projectFiles } from './project-files';

const lockSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })),
});
const manifestSchema = z.looseObject({
  version: z.string().default(''),
  peerDependencies: z.record(z.string(), z.string()).default({}),
});
const readLock = (folder: string) =>
  lockSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))).packages;

/** A minor version that no registry has. */
const newVersionOf = (library: string) =>
  `${readLock(root)[`node_modules/${library}`]?.version?.split('.')[0] ?? ''}.999.0`;

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' });

/** A repository with only the files that npm reads. */
function copyManifests(): { readonly folder: string; readonly manifests: readonly string[] } {
  const folder = testFolder();
  const files = projectFiles().filter((file) =>
    /(?:^|\/)package\.json$|^(?:package-lock\.json|\.npmrc)$/.test(file),
  );
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  return { folder, manifests: files.filter((file) => path.basename(file) === 'package.json') };
}

/** A registry with the locked and a new version of each package. The new ones depend on the new ones of these libraries. */
async function startRegistry(libraries: readonly string[]): Promise<string> {
  const locked = readLock(root);
  const origin = `http://127.0.0.1:${await freePort()}`;
  const server = createServer(({ url = '' }, response) => {
    const name = decodeURIComponent(url.slice(1));
    const before = manifestSchema.parse(locked[`node_modules/${name}`] ?? {});
    const peers = Object.entries(before.peerDependencies).map(([peer, range]): [string, string] => [
      peer,
      libraries.includes(peer) ? `^${newVersionOf(peer)}` : range,
    ]);
    const latest = newVersionOf(name);
    const dist = { tarball: `${origin}/${name}.tgz`, integrity: `sha512-${'A'.repeat(86)}==` };
    const versions = {
      [before.version]: { name, dist, ...before },
      [latest]: { name, dist, ...before, version: latest, peerDependencies: Object.fromEntries(peers) },
    };
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions }));
  });
  await listen(server, Number(new URL(origin).port));
  server.unref();
  return origin;
}

/** The commands of the guide, for one library. */
function documented(library: string): string {
  const guide = readFileSync(path.join(root, 'shell/docs/releasing.md'), 'utf8');
  const [, block = ''] = /^```sh\n(library=.*?)^```$/ms.exec(guide) ?? [];
  return block.replace(/^library=\S+ version=\S+$/m, `library=${library} version=${newVersionOf(library)}`);
}

test('the lock file names only packages whose folders exist', () => {
  const folders = Object.keys(readLock(root)).filter((place) => !place.includes('node_modules'));
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.filter((folder) => !existsSync(path.join(root, folder, 'package.json')))).toEqual([]);
});

test.each([[['styled-components']], [['react', 'react-dom']], [['react-router-dom']]])(
  'the documented upgrade of %p changes only exact versions, and leaves one copy of each',
  async (libraries) => {
    const { folder, manifests } = copyManifests();
    const env = {
      ...process.env,
      npm_config_registry: await startRegistry(libraries),
      npm_config_cache: testFolder(),
      // Nothing is downloaded.
      npm_config_package_lock_only: 'true',
    };
    // Libraries whose versions belong together are installed together.
    const commands = libraries
      .map(documented)
      .map((block, index) => (index < libraries.length - 1 ? block.replace(/^npm .*\n/gm, '') : block));
    for (const command of commands) await promisify(execFile)('bash', ['-ec', command], { cwd: folder, env });

    for (const file of manifests) {
      const expected = libraries.reduce(
        (text, library) =>
          text.replace(new RegExp(`("${library}": )"\\d[^"]*"`, 'g'), `$1"${newVersionOf(library)}"`),
        readFileSync(path.join(root, file), 'utf8'),
      );
      expect(readFileSync(path.join(folder, file), 'utf8')).toBe(expected);
    }
    const changed = git(folder, 'diff', '--name-only').trim().split('\n');
    expect(changed).toContain('shell/package.json');
    const lock = Object.entries(readLock(folder));
    for (const library of libraries) {
      const copies = lock.filter(([place]) => place.endsWith(`node_modules/${library}`));
      expect(copies.map(([place, { version }]) => [place, version])).toEqual([
        [`node_modules/${library}`, newVersionOf(library)],
      ]);
    }
  },
);
