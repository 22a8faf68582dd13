import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../packages/node/folders';
import { CALLS_FOLDER } from '../../../packages/node/package-sources';
import { GENERATED, projectFiles } from '../../testing/project-files';

const WORKSPACES = [
  'shell',
  'shell/packages/contract',
  'shell/packages/kit',
  'shell/packages/ui',
  'api/contract',
  'mfe-shop',
];
/** Where npm links the workspaces. */
const OWN_PACKAGES = 'node_modules/@isa';

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** A copy of the project in a temporary folder; it uses the packages installed in this checkout. */
export type ProjectCopy = Awaited<ReturnType<typeof copyProject>>;

/** @param isWhole whether everything is copied into a repository of Git, and not only what one remote needs. */
export async function copyProject({ isWhole = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-project-'));
  const git = (...args: readonly string[]) => promisify(execFile)('git', args, { cwd: folder });
  await (isWhole ? copyRepository(folder) : copySources(folder));
  if (isWhole) await git('init', '--quiet');
  await linkPackages(folder);
  return {
    folder,
    /** Adds every file to the index, as before a commit. */
    addFiles: () => git('add', '--all'),
    /** Runs Node there. */
    run: (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
      run(folder, args, environment),
    read: (file: string) => readFile(path.join(folder, file), 'utf8'),
    /** Every file that is neither installed nor built, sorted. */
    files: () => projectFiles(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function copyRepository(folder: string): Promise<void> {
  for (const file of projectFiles()) await cp(path.join(root, file), path.join(folder, file));
}

async function copySources(folder: string): Promise<void> {
  for (const source of [
    'shell',
    'api/contract',
    CALLS_FOLDER,
    'mfe-shop',
    '.github/CODEOWNERS',
    'eslint.config.mjs',
    'package-lock.json',
  ]) {
    await cp(path.join(root, source), path.join(folder, source), {
      recursive: true,
      filter: (file) => !GENERATED.test(path.relative(root, file)),
    });
  }
  await rewriteJson(folder, 'package.json', {
    workspaces: WORKSPACES,
    isa: { apps: { shell: 'shell', shop: 'mfe-shop' } },
    jest: { projects: ['<rootDir>/mfe-shop'] },
  });
  await rewriteJson(folder, 'tsconfig.json', { references: [{ path: 'mfe-shop' }] });
}

async function rewriteJson(folder: string, file: string, changes: object): Promise<void> {
  const content = JSON.parse(await readFile(path.join(root, file), 'utf8')) as object;
  await writeFile(path.join(folder, file), `${JSON.stringify({ ...content, ...changes }, null, 2)}\n`);
}

/** Links every installed package; the project's own packages are linked to their copies, so that each type exists once. */
async function linkPackages(folder: string): Promise<void> {
  const own = await readdir(path.join(root, OWN_PACKAGES));
  const links = await Promise.all(own.map((name) => readlink(path.join(root, OWN_PACKAGES, name))));
  await mkdir(path.join(folder, OWN_PACKAGES), { recursive: true });
  await Promise.all(own.map((name, at) => symlink(links[at] ?? '', path.join(folder, OWN_PACKAGES, name))));
  for (const workspace of ['.', ...links.map((link) => path.join(OWN_PACKAGES, link))]) {
    const from = path.join(root, workspace, 'node_modules');
    const to = path.join(folder, workspace, 'node_modules');
    const names = existsSync(path.join(folder, workspace)) ? await readdir(from).catch(() => []) : [];
    if (names.length > 0) await mkdir(to, { recursive: true });
    // The caches of tools belong to the checkout.
    for (const name of names.filter((candidate) => candidate !== '@isa' && candidate !== '.cache')) {
      await symlink(path.join(from, name), path.join(to, name));
    }
  }
}

function run(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const options = {
    cwd: folder,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATA_FOLDER: path.join(folder, '.data'),
      FORCE_COLOR: '0',
      ...environment,
    },
    maxBuffer: 16 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
    );
  });
}
