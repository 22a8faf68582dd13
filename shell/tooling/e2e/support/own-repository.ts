import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { root } from '../../../packages/node/folders';
import { errorCode, ignoreMissing } from '../../../packages/node/user-error';
import { sourceScript } from '../../../packages/node/node';

/** A remote in a repository outside of this project. */
export interface OwnRepository {
  readonly folder: string;
  /** Runs a script of its package.json. @returns its output. @throws when it fails. */
  npm(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string>;
  /** Starts a script of its package.json in a process group of its own. */
  start(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess;
  replace(file: string, before: string, after: string): Promise<void>;
}

/**
 * Generates a repository, and installs its packages without npm, which would load them from the network again: this project's
 * from their tarballs, all other packages as links to the installed ones. `npm test -- all` installs with npm.
 */
export async function createRepository(
  remote: string,
  folder: string,
  packages: Readonly<Record<string, string>>,
): Promise<OwnRepository> {
  const environment = {
    ...process.env,
    DATA_FOLDER: '',
    KEYS_FOLDER: '',
    STORE_FOLDER: '',
    FORCE_COLOR: '0',
  };
  const run = async (
    program: string,
    args: readonly string[],
    cwd: string,
    extra: NodeJS.ProcessEnv = {},
  ) => {
    const env = { ...environment, ...extra };
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 25 });
    return stdout + stderr;
  };
  const generate = sourceScript(
    'shell/tooling/commands/new.ts',
    'remote',
    remote,
    '--own',
    folder,
    '--no-install',
  );
  await run(process.execPath, generate, root);
  const manifest = path.join(folder, 'package.json');
  const own = ownManifest.parse(JSON.parse(await readFile(manifest, 'utf8')));
  const changed = { ...own, dependencies: { ...own.dependencies, ...packages } };
  await writeFile(manifest, JSON.stringify(changed, null, 2));
  if (process.env.TEST_ALL) await run('npm', ['install', '--no-audit', '--no-fund'], folder);
  else await installFromLinks(folder, changed);
  return {
    folder,
    npm: (args, extra) => run('npm', ['run', '-s', ...args], folder, extra),
    start: (args, extra) =>
      spawn('npm', ['run', '-s', ...args], {
        cwd: folder,
        env: { ...environment, ...extra },
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    async replace(file, before, after) {
      const name = path.join(folder, file);
      const text = await readFile(name, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} does not contain ${before}.`);
      await writeFile(name, text.replace(before, after));
    },
  };

  async function installFromLinks(target: string, installed: z.infer<typeof ownManifest>): Promise<void> {
    const modules = path.join(target, 'node_modules');
    await mkdir(path.join(modules, '.bin'), { recursive: true });
    for (const from of ['shell/node_modules', 'node_modules']) {
      for (const name of await installedIn(path.join(root, from))) {
        const link = path.join(modules, name);
        await mkdir(path.dirname(link), { recursive: true });
        // The packages of the shell are linked first, because the kit uses them.
        await symlink(path.join(root, from, name), link).catch(ignoreExisting);
      }
    }
    for (const tarball of await readdir(path.join(target, 'packages'))) {
      const into = path.join(modules, '@isa', /^isa-(.+)-\d/.exec(tarball)?.[1] ?? '');
      await mkdir(into, { recursive: true });
      await run(
        'tar',
        ['xzf', path.join(target, 'packages', tarball), '-C', into, '--strip-components=1'],
        target,
      );
    }
    const command = path.join(modules, '@isa/remote-kit/dist/isa.cjs');
    await chmod(command, 0o755);
    await symlink(command, path.join(modules, '.bin/isa'));
    await writeFile(path.join(target, 'package-lock.json'), JSON.stringify(await lockOf(installed)));
  }
}

/** The names of the packages in a folder `node_modules`, without those of this project. */
async function installedIn(modules: string): Promise<readonly string[]> {
  const names = ((await readdir(modules).catch(ignoreMissing)) ?? []).filter(
    (name) => !/^\.|^@isa$/.test(name),
  );
  const nested = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(path.join(modules, name))).map((one) => `${name}/${one}`) : [name],
  );
  return (await Promise.all(nested)).flat();
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

const versions = z.record(z.string(), z.string());
const ownManifest = z.looseObject({
  dependencies: versions,
  devDependencies: versions,
  peerDependencies: versions,
});
const lockSchema = z.looseObject({ packages: z.record(z.string(), z.looseObject({})) });

/** The lock file that npm would write for these links. */
async function lockOf(manifest: z.infer<typeof ownManifest>) {
  const lock = lockSchema.parse(JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')));
  const installed = Object.entries(lock.packages)
    .filter(([place]) => /^(?:shell\/)?node_modules\/(?!@isa)/.test(place))
    .map(([place, entry]): [string, object] => [place.replace(/^shell\//, ''), entry]);
  const files = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => version.startsWith('file:'))
    .map(([name, resolved]): [string, object] => [`node_modules/${name}`, { version: '1.0.0', resolved }]);
  return { ...lock, packages: { '': manifest, ...Object.fromEntries([...installed, ...files]) } };
}
