import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { matches, parseJson, type Valid } from '../formats/parse-json';
import type { Keys } from '../store/keys/local-keys';
import { keysFolder } from '../store/locations';
import { dataFolder, root } from '../../packages/node/folders';
import { outcomeSchema } from '../../packages/node/print-outcome';
import { hasCompiler, toolScript } from '../../packages/node/node';
import {
  giveToSandbox,
  isUnsandboxed,
  linkedFolders,
  type Mount,
  removeFromSandbox,
  SANDBOX_HOME,
  SANDBOX_TEMPORARY,
  spawnInSandbox,
  takeFromSandbox,
} from '../../packages/node/sandbox';
import { messageOf, printable, UserError } from '../../packages/node/user-error';
import { withoutSite } from '../../packages/kit/pack/site-environment';
import { openRelays } from './relays';

/** Settings that a check or a build needs besides those of the machine. None of them is a key or the secret of a role. */
const SETTINGS =
  /^(?:NODE_ENV|SITE_ORIGIN|API_ORIGIN|PORT|API_PORT|DATA_FOLDER|STORE_FOLDER|STORE_URL|SANDBOX|TSX_TSCONFIG_PATH)$/;

interface UnprivilegedTask<S extends z.ZodType> {
  /** The subject of error messages. */
  readonly task: string;
  /** The script's path below the project's root; it calls `printOutcome`. */
  readonly script: string;
  readonly args: readonly string[];
  readonly result: S;
  readonly environment?: NodeJS.ProcessEnv;
  /** The keys that it trusts; it cannot read their folder. */
  readonly keys: Keys;
  /** Whether the code is of this machine, so that it may run where development has no sandbox. */
  readonly isOwn: () => Promise<boolean>;
  readonly onLine?: (line: string) => void;
  readonly reads?: readonly string[];
  /** Folders that are empty at first, or made by this machine alone. */
  readonly writes?: readonly string[];
  /** After how many minutes it is ended; by default 15. */
  readonly minutes?: number;
  /** The servers that it may call (`serversOf`); its network is empty, so each is reached through a socket of its own. */
  readonly calls?: readonly string[];
  /** Why it starts sandboxes of its own. */
  readonly nested?: string;
}

/** What one build or check may use of the machine; a build of this project uses about a tenth. */
const LIMITS = { memory: 4 * 1024 ** 3, seconds: 30 * 60, fileBytes: 1024 ** 3, processes: 2_048 };
/** What all of its processes may use together. The journeys' site, with its browser, needs about half. */
const TREE_BYTES = 8 * 1024 ** 3;
const TREE_PAUSE_MS = 500;
const DISK_BYTES = 4 * 1024 ** 3;
/** What must stay free on the disk: files without a name take space too, until their last process ends. */
const DISK_RESERVE_BYTES = 1024 ** 3;
const MAX_FILES = 100_000;
/** Compilers refuse to keep a cache below a folder that its group may write to, as with the umask for a shared store. */
const OWN_MODE = 0o755;
const DISK_PAUSE_MS = 2_000;
const MINUTES = 15;

/**
 * Runs a script with the code of a release in a sandbox: it sees the programs of the machine and the sources of the project,
 * and neither data nor keys. It writes to the named folders, and to caches that nothing else reads.
 * @throws UserError when it fails, and where there is no sandbox.
 */
export async function runUnprivileged<S extends z.ZodType>(options: UnprivilegedTask<S>): Promise<Valid<S>> {
  const {
    task,
    script,
    args,
    result,
    keys,
    isOwn,
    onLine,
    calls = [],
    writes = [],
    minutes = MINUTES,
  } = options;
  let closeRelays = () => undefined as void;
  const parent = await mkdtemp(path.join(tmpdir(), 'isa-keyless-'));
  // The parent keeps other users of the machine out of what the sandbox's user owns.
  const folder = path.join(parent, 'tmp');
  try {
    for (const one of writes) {
      await mkdir(one, { recursive: true });
      await giveToSandbox(one);
    }
    await mkdir(folder, { mode: OWN_MODE });
    await giveToSandbox(folder);
    await writeFile(path.join(folder, TRUST), JSON.stringify(await keys.trust()));
    if (isUnsandboxed() && !(await isOwn())) {
      throw new UserError(
        `${task} is refused: another machine has signed the release, and this one has no sandbox for its code. Install bubblewrap (apt install bubblewrap).`,
      );
    }
    const relays = await openRelays(isUnsandboxed() ? [] : calls, folder, SANDBOX_TEMPORARY);
    closeRelays = relays.close;
    const command = [process.execPath, ...toolScript(script, ...args)];
    const child = isUnsandboxed()
      ? spawn(process.execPath, command.slice(1), {
          cwd: root,
          env: environmentOf(options, folder),
          stdio: 'pipe',
        })
      : spawnInSandbox({
          command: [realpathSync(process.execPath), ...command.slice(1)],
          environment: { ...environmentOf(options, SANDBOX_TEMPORARY), ...relays.environment },
          folder: root,
          programs: true,
          mounts: await mountsOf(options, folder),
          limits: LIMITS,
          ...(options.nested !== undefined && { nested: options.nested }),
        });
    child.stdin.end();
    const end = () => void child.kill('SIGKILL');
    process.once('exit', end);
    let ending: string | undefined;
    const endBecause = (reason: string) => {
      ending = reason;
      end();
    };
    const late = setTimeout(() => endBecause(`it has taken more than ${minutes} minutes`), minutes * 60_000);
    const watching = new AbortController();
    const watch = { stopping: watching.signal, endBecause };
    void watchUse({ ...watch, pauseMs: DISK_PAUSE_MS, problem: () => diskProblem([folder, ...writes]) });
    void watchUse({ ...watch, pauseMs: TREE_PAUSE_MS, problem: () => memoryProblem(child.pid) });
    const lines: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.splice(0, Math.max(0, lines.length - 20), line);
      onLine?.(line);
    });
    // What it has written is read only after all of its processes have ended.
    const ended = once(child, 'close').catch((error: unknown) => void lines.push(printable(error)));
    const printed = await text(child.stdout);
    await ended;
    clearTimeout(late);
    watching.abort();
    process.off('exit', end);
    if (ending !== undefined) throw new UserError(`${task} was ended: ${ending}.`);
    for (const one of writes) await takeFromSandbox(one);
    const answer = parseJson(printed, outcomeSchema);
    if (answer && 'error' in answer) throw new UserError(answer.error);
    if (answer && matches(answer.result, result)) return answer.result;
    throw new UserError(`${task} failed:\n${lines.join('\n') || printed.slice(0, 1_000)}`);
  } finally {
    closeRelays();
    await removeFromSandbox(parent);
  }
}

interface Watch {
  readonly pauseMs: number;
  /** Why the task has used too much of what all of its processes share, which no limit of a process covers. */
  readonly problem: () => Promise<string | undefined>;
  readonly stopping: AbortSignal;
  readonly endBecause: (reason: string) => void;
}

async function watchUse({ pauseMs, problem, stopping, endBecause }: Watch): Promise<void> {
  while (!stopping.aborted) {
    await pause(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    const reason = stopping.aborted ? undefined : await problem();
    if (reason !== undefined) return endBecause(reason);
  }
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

async function memoryProblem(first: number | undefined): Promise<string | undefined> {
  if ((await memoryOf(first)) <= TREE_BYTES) return undefined;
  return `its processes have used more than ${TREE_BYTES / 1024 ** 3} GB of memory`;
}

/**
 * The memory of a process and of all that come from it (proc_pid_status(5)). None can leave this tree: a process without a parent gets
 * the first one of its sandbox as parent.
 */
async function memoryOf(first: number | undefined): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      // Processes may end while they are read.
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      const numberOf = (field: string) =>
        Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      return {
        id: Number(id),
        parent: numberOf('PPid'),
        bytes: 1024 * (numberOf('RssAnon') + numberOf('RssShmem')),
      };
    }),
  );
  const tree = new Set([first]);
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const { id, parent } of found) if (tree.has(parent)) tree.add(id);
  }
  return sum(found.filter(({ id }) => tree.has(id)).map(({ bytes }) => bytes));
}

async function diskProblem(folders: readonly string[]): Promise<string | undefined> {
  const written = { bytes: 0, files: 0 };
  try {
    for (const folder of folders) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < DISK_RESERVE_BYTES) return 'the disk is nearly full';
      await countBelow(folder, written);
    }
  } catch (error) {
    // A folder that is too deep or closed would hide what is in it.
    return `it has written what cannot be counted (${messageOf(error).slice(0, 100)})`;
  }
  if (written.files > MAX_FILES) return `it has written more than ${MAX_FILES} files and folders`;
  return written.bytes > DISK_BYTES ? `it has written more than ${DISK_BYTES / 1024 ** 3} GB` : undefined;
}

/** Adds what is below a folder, of which parts may disappear meanwhile. @throws Error for a folder that cannot be read */
async function countBelow(folder: string, written: { bytes: number; files: number }): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  written.files += entries?.length ?? 0;
  for (const entry of entries ?? []) {
    if (written.files > MAX_FILES) return;
    const file = path.join(folder, entry.name);
    // A file with holes takes less than its length.
    written.bytes += ((await lstat(file).catch(ignoreMissing))?.blocks ?? 0) * 512;
    if (entry.isDirectory()) await countBelow(file, written);
  }
}

function ignoreMissing(error: unknown): undefined {
  // A file may also take the place of a folder.
  if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
    return undefined;
  throw error;
}

/** @param temporary the folder of temporary files, as the script sees it. */
function environmentOf({ environment }: Pick<UnprivilegedTask<z.ZodType>, 'environment'>, temporary: string) {
  const settings = Object.entries(process.env).filter(([name]) => SETTINGS.test(name));
  return {
    ...withoutSite(process.env),
    ...Object.fromEntries(settings),
    RELEASE_TRUST: path.join(temporary, TRUST),
    ...(temporary === SANDBOX_TEMPORARY && { HOME: SANDBOX_HOME, TMPDIR: temporary }),
    ...environment,
  };
}

async function mountsOf(
  { reads = [], writes = [] }: Pick<UnprivilegedTask<z.ZodType>, 'reads' | 'writes'>,
  folder: string,
): Promise<readonly Mount[]> {
  const caches: Mount[] = [];
  // What lies in these folders of the sandbox counts as written to the disk, because memory files belong to no process.
  for (const at of [SANDBOX_HOME, '/dev/shm']) {
    const write = path.join(folder, path.basename(at));
    await mkdir(write, { mode: OWN_MODE });
    await giveToSandbox(write);
    caches.push({ write, at });
  }
  for (const [index, name] of (hasCompiler() ? CACHES : []).entries()) {
    const at = path.join(root, name);
    if (!existsSync(path.dirname(at))) continue;
    const write = path.join(folder, `cache-${index}`);
    await Promise.all([mkdir(at, { recursive: true }), mkdir(write, { mode: OWN_MODE })]);
    await giveToSandbox(write);
    caches.push({ write, at });
  }
  return [
    { write: folder, at: SANDBOX_TEMPORARY },
    ...[root, ...linkedFolders(root)].map((show) => ({ show })),
    ...[dataFolder, keysFolder, path.join(root, '.git')].map((hide) => ({ hide })),
    ...reads.map((show) => ({ show })),
    ...caches,
    // Bundled roles start bundled scripts, which lie in one of these caches.
    { show: path.join(root, BUNDLES) },
    ...writes.map((write) => ({ write })),
  ];
}

/** Folders that builds write to; each task has empty ones, because the next build would trust what is in them. */
const CACHES = ['.cache', 'shell/.cache', 'node_modules/.cache'];
const BUNDLES = 'shell/.cache/roles';
const TRUST = 'trusted.json';
