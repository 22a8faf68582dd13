import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { findProgram } from '../../packages/node/find-program';
import { UserError } from '../../packages/node/user-error';

/** How the process that runs the code of releases is separated from the machine. */
export interface Confinement {
  readonly description: string;
  /** Whether it may run the code of others; otherwise only releases that this machine has signed. */
  readonly isBarrier: boolean;
  /** @param script the only file that Node may read. @returns program and arguments. */
  command(script: string): readonly string[];
}

/** The user and group `nobody`, which own no files. */
const NOBODY = '65534';
/** Memory of the process in bytes (setrlimit(2), RLIMIT_DATA): heap, buffers and threads. */
const MEMORY_LIMIT = 1024 ** 3;
/** JavaScript's part of it in MB. V8 ends the process when it is used up. */
const HEAP_LIMIT_MB = 512;
/** It is not below a folder, because only its user may enter those that bubblewrap makes. */
const CONFINED_SCRIPT = '/render-process.mjs';
/** The seconds of processor time (RLIMIT_CPU); a site build needs about one. */
const CPU_LIMIT = 120;

/** The environment of the process, which has nothing of the machine's. */
export const ENVIRONMENT = { NODE_ENV: 'production', TZ: 'UTC' } as const;

/** Whether Node has the stable flag. The permission model is no barrier, only one more obstacle. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Bubblewrap, or with `RENDERER_CONFINEMENT=container` the container that this process runs in.
 * @throws UserError for another setting, for a container with a network and, in production, without a
 * confinement.
 */
export function findConfinement(
  script: string,
  { NODE_ENV, RENDERER_CONFINEMENT }: NodeJS.ProcessEnv = process.env,
): Confinement {
  if (RENDERER_CONFINEMENT) return container(RENDERER_CONFINEMENT);
  const barrier = bubblewrap();
  if (barrier && works(barrier, script)) return barrier;
  if (NODE_ENV !== 'production') return unconfined;
  throw new UserError(
    'The code of remotes cannot be confined on this machine. Install bubblewrap (apt install bubblewrap), and allow it to create namespaces.',
  );
}

/** Runs the script without input. Containers and hardened kernels refuse namespaces even where the tools are installed. */
function works({ command }: Confinement, script: string): boolean {
  const [program = '', ...args] = command(script);
  return spawnSync(program, args, { input: '', timeout: 10_000, env: ENVIRONMENT }).status === 0;
}

/** A file system with only Node, its libraries and the script, no network, and a separate process tree. */
function bubblewrap(): Confinement | undefined {
  const bwrap = findProgram('bwrap');
  const dropRights = rightsDropper();
  if (!bwrap || !dropRights) return undefined;
  const node = realpathSync(process.execPath);
  const libraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  return {
    description:
      'Releases’ code is confined by bubblewrap: no network, no other files or processes, limited memory and time.',
    isBarrier: true,
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

/** A container shows the process only its own files and processes. @throws UserError unless its only network is loopback. */
function container(setting: string): Confinement {
  if (setting !== 'container') {
    throw new UserError(
      `RENDERER_CONFINEMENT=${setting} is unknown: set it to container in a container without a network, else leave it out for bubblewrap.`,
    );
  }
  const others = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
  if (others.length > 0) {
    throw new UserError(
      `RENDERER_CONFINEMENT=container is refused: this container has a network (${others.join(', ')}). Remove it, or install bubblewrap.`,
    );
  }
  return {
    description: 'Releases’ code is confined by this container, which has no network.',
    isBarrier: true,
    command: plainCommand,
  };
}

const unconfined: Confinement = {
  description:
    'Bubblewrap does not work on this machine, so that only releases which this machine has signed are rendered.',
  isBarrier: false,
  command: plainCommand,
};

function plainCommand(script: string): readonly string[] {
  return [...resourceLimits(), process.execPath, ...nodeArguments(script)];
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
