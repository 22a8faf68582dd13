import { type ChildProcessWithoutNullStreams, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync, realpathSync, lstatSync, statSync } from 'node:fs';
import { chown, lchown, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-program';
import { messageOf, UserError } from './user-error';

/**
 * A part of the file system inside the sandbox, which is otherwise empty. Later ones cover earlier ones.
 * `at` is the path inside, by default that of the machine.
 */
export type Mount =
  | { readonly show: string; readonly at?: string }
  | { readonly write: string; readonly at?: string }
  | { readonly hide: string };

export interface SandboxOptions {
  /** Program and arguments. The program is Node, unless it is below /usr and `programs` is set. */
  readonly command: readonly string[];
  /** The working folder inside. */
  readonly folder?: string;
  /** The whole environment. */
  readonly environment: NodeJS.ProcessEnv;
  readonly mounts: readonly Mount[];
  /** Whether the programs of the machine, /proc, /dev, temporary files and a home folder exist inside. */
  readonly programs?: boolean;
  /** Why the code starts sandboxes of its own. Without a reason it cannot create namespaces. */
  readonly nested?: string;
  /**
   * Of each process (setrlimit(2)): bytes of memory for data, seconds of processor time, bytes of a file. Of all together: processes
   * and threads.
   */
  readonly limits?: {
    readonly memory: number;
    readonly seconds: number;
    readonly fileBytes?: number;
    readonly processes?: number;
  };
}

const run = promisify(execFile);

/** The user and group `nobody`, who own no files. */
const NOBODY = 65_534;
export const SANDBOX_HOME = '/home/sandbox';
export const SANDBOX_TEMPORARY = '/tmp';

/** Folders with programs and libraries; some are links to others. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];
/** What programs read of the machine's configuration; the rest of /etc stays hidden, because root may read it. */
const CONFIGURATION = [
  ...['alternatives', 'ca-certificates', 'chromium', 'chromium.d', 'crypto-policies', 'fonts', 'group'],
  ...['host.conf', 'hosts', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'mime.types'],
  ...[
    'nsswitch.conf',
    'passwd',
    'pki',
    'protocols',
    'resolv.conf',
    'services',
    'ssl/certs',
    'ssl/openssl.cnf',
  ],
].map((name) => `/etc/${name}`);

const INSTALL =
  'Install bubblewrap 0.8 or newer (on Debian: apt install bubblewrap) and allow it to create namespaces.';

/**
 * The command that runs another team's code in a sandbox: with bubblewrap, without capabilities, as a user of its own, in its
 * own process tree and session, with an empty network of its own, and with no other files than the mounts.
 * @throws UserError where that does not work; there is no weaker sandbox.
 */
export function sandboxCommand(options: SandboxOptions): readonly string[] {
  programs ??= findPrograms();
  return commandWith(programs, options);
}

function commandWith(
  { bwrap, prlimit, choom, enterUser }: Programs,
  { command, mounts, nested, limits, folder = '/', programs: withPrograms = false }: SandboxOptions,
): readonly string[] {
  const all: readonly Mount[] = [
    ...(withPrograms ? SYSTEM_FOLDERS : LIBRARIES).map((show) => ({ show })),
    ...(withPrograms ? CONFIGURATION.map((show) => ({ show })) : []),
    { show: realpathSync(process.execPath) },
    ...enterUser.slice(0, 1).map((show) => ({ show })),
    ...mounts,
  ];
  return [
    // Where memory runs out, the kernel ends this code first.
    ...(limits ? [choom, '-n', '1000', '--', prlimit, ...limitsOf(limits), '--core=0', '--'] : []),
    bwrap,
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net', '--unshare-cgroup-try'],
    ...(isRoot() ? ROOT : USER),
    ...(isRoot() || nested !== undefined ? [] : ['--disable-userns']),
    ...['--die-with-parent', '--new-session'],
    ...(withPrograms
      ? [
          ...['--proc', '/proc', '--dev', '/dev'],
          ...['--perms', '1777', '--tmpfs', SANDBOX_TEMPORARY],
          ...['--perms', '0755', '--dir', '/home', '--perms', '1777', '--dir', SANDBOX_HOME],
        ]
      : []),
    ...all.flatMap(mountArguments),
    // A user that owns the root folder could keep files there, in memory.
    ...['--remount-ro', '/'],
    ...['--chdir', folder],
    ...['--', ...enterUser, ...command],
  ];
}

function limitsOf({ memory, seconds, fileBytes, processes }: NonNullable<SandboxOptions['limits']>) {
  return [
    ...[`--data=${memory}`, `--cpu=${seconds}`],
    ...(fileBytes === undefined ? [] : [`--fsize=${fileBytes}`]),
    ...(processes === undefined ? [] : [`--nproc=${processes}`]),
  ];
}

/**
 * Root keeps three capabilities until `setpriv` has changed the user and given them up. Bubblewrap's own first process, which is
 * root's, ends with bubblewrap and takes all others along: without capabilities, bubblewrap may not end those of `nobody`.
 */
const ROOT = [
  ...['--cap-drop', 'ALL'],
  ...['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name]),
];
const USER = [
  ...['--unshare-user', '--uid', String(NOBODY), '--gid', String(NOBODY), '--cap-drop', 'ALL'],
  '--as-pid-1',
];

/**
 * Starts another team's code in a sandbox. It ends with this process, or when it is killed, and gets no open file of this
 * process besides its pipes: Node has marked all that it inherited itself.
 * @throws UserError
 */
export function spawnInSandbox(options: SandboxOptions): ChildProcessWithoutNullStreams {
  const [program = '', ...args] = sandboxCommand(options);
  return spawn(program, args, { env: options.environment, stdio: 'pipe' });
}

/**
 * Whether the code runs without a sandbox: `npm start` of development sets `SANDBOX=none` where there is none, and then only
 * sources and releases of this machine itself are run. Production has no such setting.
 */
export function isUnsandboxed({ NODE_ENV, SANDBOX } = process.env): boolean {
  return SANDBOX === 'none' && NODE_ENV !== 'production';
}

/** @throws UserError that explains why there is no sandbox on this machine, unless it is not needed. */
export function requireSandbox(): void {
  if (!isUnsandboxed()) programs ??= findPrograms();
}

/** Lets the code in a sandbox write to a folder that this process has made for it. */
export async function giveToSandbox(folder: string): Promise<void> {
  if (isRoot()) await chown(folder, NOBODY, NOBODY);
}

/** Takes back what code in a sandbox has written. @throws UserError for a link, which could lead to a key */
export async function takeFromSandbox(folder: string): Promise<void> {
  if (isRoot()) await chown(folder, 0, 0);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() && !entry.isDirectory()) {
      throw new UserError(`The sandbox has written ${entry.name}, which is neither a file nor a folder.`);
    }
    if (isRoot()) await lchown(path.join(entry.parentPath, entry.name), 0, 0);
  }
}

/** Removes what code in a sandbox has written, which may be a folder that Node cannot enter: too deep, or closed. */
export async function removeFromSandbox(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await run('chmod', ['-R', 'u+rwX', folder]);
    await run('rm', ['-rf', folder]);
  }
}

/**
 * The folders outside of a project that its `node_modules` link to, with the `node_modules` in which they find
 * packages themselves.
 */
export function linkedFolders(project: string): readonly string[] {
  const found = new Set<string>();
  const waiting = [path.join(project, 'node_modules')];
  for (let modules = waiting.pop(); modules !== undefined; modules = waiting.pop()) {
    for (const target of linksIn(modules)) {
      if ([project, ...found].some((one) => isBelow(target, one))) continue;
      found.add(target);
      // Node looks for what a package imports in the `node_modules` of all folders above it.
      for (let above = target; above !== path.dirname(above); above = path.dirname(above)) {
        const next = path.basename(above) === 'node_modules' ? above : path.join(above, 'node_modules');
        if (!existsSync(next) || isBelow(next, project) || found.has(next)) continue;
        found.add(next);
        waiting.push(next);
      }
    }
  }
  return [...found];
}

function linksIn(modules: string): readonly string[] {
  if (!existsSync(modules)) return [];
  if (lstatSync(modules).isSymbolicLink()) return [realpathSync(modules)];
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(modules, entry.name);
    if (entry.isDirectory() && entry.name.startsWith('@')) return linksIn(file);
    return entry.isSymbolicLink() && existsSync(file) ? [realpathSync(file)] : [];
  });
}

const isBelow = (file: string, folder: string) => file === folder || file.startsWith(folder + path.sep);

function mountArguments(mount: Mount): readonly string[] {
  if ('hide' in mount) {
    return existsSync(mount.hide) ? [...foldersAbove(mount.hide), '--tmpfs', mount.hide] : [];
  }
  const [source, flag] = 'show' in mount ? [mount.show, '--ro-bind'] : [mount.write, '--bind'];
  const target = mount.at ?? source;
  if (!existsSync(source)) return [];
  // Links of the system's folders, such as /lib, stay links.
  if (SYSTEM_FOLDERS.includes(source) && lstatSync(source).isSymbolicLink()) {
    return ['--symlink', readlinkSync(source), source];
  }
  if ('show' in mount && isRoot() && isClosed(source)) {
    // `nobody` cannot enter it, so its content is shown in a folder that is made here.
    const inside = readdirSync(source).map((name) => path.join(target, name));
    return inside.flatMap((name) => [
      ...[...foldersAbove(name), flag],
      ...[realpathSync(path.join(source, path.basename(name))), name],
    ]);
  }
  return [...foldersAbove(target), flag, realpathSync(source), target];
}

/** Whether only its owner may enter a folder. */
function isClosed(folder: string): boolean {
  const found = statSync(folder);
  return found.isDirectory() && (found.mode & 0o005) !== 0o005;
}

/** Folders that bubblewrap would make for its own user alone. */
function foldersAbove(file: string): readonly string[] {
  const above = path.dirname(file);
  return above === path.dirname(above) ? [] : [...foldersAbove(above), '--perms', '0755', '--dir', above];
}

interface Programs {
  readonly bwrap: string;
  readonly prlimit: string;
  readonly choom: string;
  /** What root's sandbox starts the command with. */
  readonly enterUser: readonly string[];
}

let programs: Programs | undefined;

/** Finds the programs and tries them once: containers and hardened kernels refuse namespaces. @throws UserError */
function findPrograms(): Programs {
  const [bwrap, prlimit, choom, setpriv] = ['bwrap', 'prlimit', 'choom', 'setpriv'].map((name) =>
    findProgram(name),
  );
  if (!bwrap) throw unavailable('bubblewrap is not installed');
  if (!prlimit || !choom || !setpriv) {
    throw unavailable('prlimit, choom or setpriv (util-linux) is not installed');
  }
  const enterUser = isRoot()
    ? [
        ...[setpriv, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'],
        ...['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs', '--'],
      ]
    : [];
  const tried = { bwrap, prlimit, choom, enterUser };
  // Without /proc, which a sandbox inside a sandbox cannot have.
  const node = [realpathSync(process.execPath), '--version'];
  const [program = '', ...args] = commandWith(tried, {
    command: node,
    environment: {},
    mounts: [],
  });
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 10_000, env: {} });
  if (status !== 0) throw unavailable(error ? messageOf(error) : stderr.trim());
  return tried;
}

function unavailable(reason: string): UserError {
  return new UserError(
    `Code of releases runs only in a sandbox, and this machine has none: ${reason}. ${INSTALL}`,
  );
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
