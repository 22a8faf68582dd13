import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { findProgram } from '../tools/find-program';
import { UserError } from '../tools/user-error';

/** How the process that runs the code of releases is separated from the machine. */
export interface Confinement {
  readonly name: 'bubblewrap' | 'namespaces' | 'permissions';
  /** For the log. */
  readonly description: string;
  /**
   * @param script the only file that Node may read.
   * @returns program and arguments that run the script.
   */
  command(script: string): readonly string[];
}

/** The user and group `nobody`, which own no files. */
const NOBODY = '65534';
/** Memory of the process in bytes (setrlimit(2), RLIMIT_DATA): heap, buffers and threads. */
const MEMORY_LIMIT = 1024 ** 3;
/** JavaScript's part of it in MB. V8 ends the process when it is used up. */
const HEAP_LIMIT_MB = 512;
/** Where bubblewrap shows the script: not below a folder, since only its user may enter those that it makes. */
const CONFINED_SCRIPT = '/render-process.mjs';
/** Seconds of processor time (RLIMIT_CPU). A composition needs about one. */
const CPU_LIMIT = 120;

/** The environment of the process: nothing of the machine's. */
export const ENVIRONMENT = { NODE_ENV: 'production', TZ: 'UTC' } as const;

/** Older versions of Node have only the experimental flag. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** Every confinement that works on this machine, the strongest first. */
export function workingConfinements(script: string): readonly Confinement[] {
  return [...barriers().filter((barrier) => works(barrier, script)), permissions()];
}

/**
 * The strongest confinement that works on this machine.
 * @throws UserError in production when only Node's permission model works, unless `RENDERER_CONFINEMENT=permissions`
 *   accepts that.
 */
export function strongestConfinement(
  script: string,
  { NODE_ENV, RENDERER_CONFINEMENT }: NodeJS.ProcessEnv = process.env,
): Confinement {
  const found = barriers().find((barrier) => works(barrier, script)) ?? permissions();
  if (found.name === 'permissions' && NODE_ENV === 'production' && RENDERER_CONFINEMENT !== 'permissions') {
    throw new UserError(
      'The code of remotes cannot be confined on this machine. Install bubblewrap (apt install bubblewrap), or set RENDERER_CONFINEMENT=permissions to rely on Node’s permission model alone.',
    );
  }
  return found;
}

function barriers(): readonly Confinement[] {
  return [bubblewrap(), namespaces()].filter((barrier) => barrier !== undefined);
}

/** Runs the script without input. Containers and hardened kernels refuse namespaces even where the tools are installed. */
function works({ command }: Confinement, script: string): boolean {
  const [program = '', ...args] = command(script);
  return spawnSync(program, args, { input: '', timeout: 10_000, env: ENVIRONMENT }).status === 0;
}

/** A file system that contains only Node, its libraries and the script; no network; a separate process tree. */
function bubblewrap(): Confinement | undefined {
  const bwrap = findProgram('bwrap');
  const dropRights = rightsDropper();
  if (!bwrap || !dropRights) return undefined;
  const node = realpathSync(process.execPath);
  const libraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  return {
    name: 'bubblewrap',
    description: 'bubblewrap: no network, no other files or processes, limited memory and time',
    command: (script) => [
      ...resourceLimits(),
      bwrap,
      ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
      ...(isRoot() ? [] : ['--unshare-user', '--uid', NOBODY, '--gid', NOBODY]),
      ...['--die-with-parent', '--new-session', '--clearenv'],
      ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
      ...[...libraries, node, ...dropRights.slice(0, 1)].flatMap((file) => ['--ro-bind', file, file]),
      ...['--ro-bind', script, CONFINED_SCRIPT],
      ...['--', ...dropRights, node, ...nodeArguments(CONFINED_SCRIPT)],
    ],
  };
}

/** No network and a separate process tree. Files are protected by Node's permission model and the user `nobody`. */
function namespaces(): Confinement | undefined {
  const unshare = findProgram('unshare');
  const dropRights = rightsDropper();
  if (!unshare || !dropRights) return undefined;
  return {
    name: 'namespaces',
    description: 'namespaces: no network, no other processes, limited memory and time',
    command: (script) => [
      ...resourceLimits(),
      unshare,
      ...(isRoot() ? [] : ['--user', '--map-current-user']),
      ...['--net', '--pid', '--ipc', '--uts', '--mount', '--mount-proc', '--fork', '--kill-child', '--'],
      ...[...dropRights, process.execPath, ...nodeArguments(script)],
    ],
  };
}

function permissions(): Confinement {
  return {
    name: 'permissions',
    description: 'only Node’s permission model: network and other processes of this user can be reached',
    command: (script) => [...resourceLimits(), process.execPath, ...nodeArguments(script)],
  };
}

function nodeArguments(script: string): readonly string[] {
  const limits = [`--max-old-space-size=${HEAP_LIMIT_MB}`, PERMISSION, `--allow-fs-read=${script}`];
  return ['--no-warnings', ...limits, script];
}

/** Root gives up its user and all capabilities; other users have none. @returns `undefined` when root cannot. */
function rightsDropper(): readonly string[] | undefined {
  if (!isRoot()) return [];
  const setpriv = findProgram('setpriv');
  if (!setpriv) return undefined;
  const user = ['--reuid', NOBODY, '--regid', NOBODY, '--clear-groups'];
  return [setpriv, ...user, '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'];
}

function resourceLimits(): readonly string[] {
  const prlimit = findProgram('prlimit');
  return prlimit ? [prlimit, `--data=${MEMORY_LIMIT}`, `--cpu=${CPU_LIMIT}`, '--core=0', '--'] : [];
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
