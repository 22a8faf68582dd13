import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../tools/folders';

const WORKSPACES = ['shell', 'shell/contract', 'shell/ui', 'api/contract', 'mfe-shop'];
const MADE = /(?:^|\/)(?:node_modules|dist|\.cache|\.data)(?:\/|$)/;

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** A copy of the house with one remote, in a temporary folder, whose packages are those of this checkout. */
export interface House {
  readonly folder: string;
  /** Runs one of the house's tools there. */
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Outcome>;
  read(file: string): Promise<string>;
  /** Every file that is not installed or built, sorted. */
  files(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export async function copyOfTheHouse(): Promise<House> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-house-'));
  await copySources(folder);
  await linkPackages(folder);
  return {
    folder,
    run: (args, environment = {}) => run(folder, args, environment),
    read: (file) => readFile(path.join(folder, file), 'utf8'),
    async files() {
      const entries = await readdir(folder, { withFileTypes: true, recursive: true });
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .filter((file) => !MADE.test(file))
        .sort();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function copySources(folder: string): Promise<void> {
  for (const place of ['shell', 'api/contract', 'mfe-shop', 'eslint.config.mjs', 'package-lock.json']) {
    const from = path.join(root, place);
    await cp(from, path.join(folder, place), {
      recursive: true,
      filter: (source) => !MADE.test(path.relative(root, source)),
    });
  }
  const house = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as object;
  const compiler = JSON.parse(await readFile(path.join(root, 'tsconfig.json'), 'utf8')) as object;
  const write = (file: string, value: unknown) =>
    writeFile(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  await write('package.json', {
    ...house,
    workspaces: WORKSPACES,
    jest: { projects: ['<rootDir>/mfe-shop'] },
  });
  await write('tsconfig.json', { ...compiler, references: [{ path: 'mfe-shop' }] });
}

/** Links every installed package, but the house's own to their copies: types must come from one place only. */
async function linkPackages(folder: string): Promise<void> {
  for (const place of ['.', 'shell', 'shell/contract', 'shell/ui', 'mfe-shop']) {
    const from = path.join(root, place, 'node_modules');
    const to = path.join(folder, place, 'node_modules');
    const names = await readdir(from).catch(() => []);
    if (names.length > 0) await mkdir(to, { recursive: true });
    // What tools keep there belongs to the checkout.
    for (const name of names.filter((candidate) => candidate !== '@isa' && candidate !== '.cache')) {
      await symlink(path.join(from, name), path.join(to, name));
    }
  }
  await mkdir(path.join(folder, 'node_modules/@isa'));
  for (const workspace of WORKSPACES) {
    const own = JSON.parse(await readFile(path.join(folder, workspace, 'package.json'), 'utf8')) as {
      readonly name: string;
    };
    await symlink(path.join(folder, workspace), path.join(folder, 'node_modules', own.name));
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
