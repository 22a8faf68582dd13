import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { matches, parseJson, type Valid } from '../../../platform/formats/parse-json';
import type { Keys } from '../../../platform/store/keys/local-keys';
import { keysFolder } from '../../../platform/store/locations';
import { findProgram } from '../../node/find-program';
import { dataFolder, root } from '../../node/folders';
import { hasCompiler, toolScript } from '../../node/node';
import { printable, UserError } from '../../node/user-error';
import { withoutSite } from './site-environment';

/** Settings that a check or a build needs besides those of the machine. None of them is a key or the secret of a role. */
const SETTINGS =
  /^(?:NODE_ENV|SITE_ORIGIN|PORT|DATA_FOLDER|STORE_FOLDER|STORE_URL|AWS_\w+|RENDERER_CONFINEMENT|TSX_TSCONFIG_PATH)$/;

interface KeylessTask<S extends z.ZodType> {
  /** The subject of error messages. */
  readonly task: string;
  /** The script's path below the project's root; it calls `printOutcome`. */
  readonly script: string;
  readonly args: readonly string[];
  readonly result: S;
  readonly environment?: NodeJS.ProcessEnv;
  /** The keys that it trusts; it cannot read their folder. */
  readonly keys: Keys;
  /** Whether the code is of this machine, so that it may run where nothing confines it. */
  readonly isOwn: () => Promise<boolean>;
  readonly onLine?: (line: string) => void;
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}

const outcome = z.union([z.object({ error: z.string() }), z.object({ result: z.unknown() })]);

/**
 * Runs the code of a release in a process tree without keys. Under bubblewrap it sees no private keys,
 * processes and sockets, and writes only data and caches.
 * @throws UserError when it fails, and for the code of others where bubblewrap does not work.
 */
export async function runWithoutKeys<S extends z.ZodType>(options: KeylessTask<S>): Promise<Valid<S>> {
  const { task, script, args, result, environment, keys, isOwn, onLine, reads = [], writes = [] } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-keyless-'));
  try {
    const caches = (hasCompiler() ? CACHES : [])
      .map((name) => path.join(root, name))
      .filter((one) => existsSync(path.dirname(one)));
    const writable = [...caches, ...writes];
    for (const one of writable) await mkdir(one, { recursive: true });
    await writeFile(path.join(folder, TRUST), JSON.stringify(await keys.trust()));
    const barrier = bubblewrap(folder, reads, writable);
    if (!barrier && !(await isOwn())) {
      throw new UserError(
        `${task} is refused: another machine has signed the release, and nothing keeps its code from the keys of this one. Install bubblewrap (apt install bubblewrap).`,
      );
    }
    const [program = '', ...rest] = [...(barrier ?? []), process.execPath, ...toolScript(script, ...args)];
    const trust = path.join(barrier ? tmpdir() : folder, TRUST);
    const settings = Object.entries(process.env).filter(([name]) => SETTINGS.test(name));
    const env = {
      ...withoutSite(process.env),
      ...Object.fromEntries(settings),
      RELEASE_TRUST: trust,
      ...environment,
    };
    const child = spawn(program, rest, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = () => void child.kill('SIGKILL');
    process.once('exit', end);
    const lines: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.splice(0, Math.max(0, lines.length - 20), line);
      onLine?.(line);
    });
    const failed = new Promise<string>((resolve) => child.once('error', ({ message }) => resolve(message)));
    const printed = await Promise.race([text(child.stdout), failed]);
    process.off('exit', end);
    const answer = parseJson(printed, outcome);
    if (answer && 'error' in answer) throw new UserError(answer.error);
    if (answer && matches(answer.result, result)) return answer.result;
    throw new UserError(`${task} failed:\n${lines.join('\n') || printed.slice(0, 1_000)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function printOutcome(body: () => Promise<unknown>): Promise<void> {
  const printed = await body().then(
    (result) => ({ result }),
    (error: unknown) => ({ error: printable(error) }),
  );
  process.stdout.write(JSON.stringify(printed));
}

/** Alongside these are sources, which must stay what they are: later processes run them with keys. */
const CACHES = ['.cache', 'shell/.cache', 'api/dist', 'node_modules/.cache', 'node_modules/.federation'];
const TRUST = 'trusted.json';

/**
 * Shows the machine read-only, and of its data only the named folders.
 * @param temporary becomes the folder of temporary files.
 * @returns `undefined` where it does not work.
 */
function bubblewrap(temporary: string, readable: readonly string[], writable: readonly string[]) {
  const bwrap = findProgram('bwrap');
  if (!bwrap) return undefined;
  const bind = (flag: string, ...folders: readonly string[]) =>
    folders.filter((one) => existsSync(one)).flatMap((one) => [flag, realpathSync(one), realpathSync(one)]);
  const hidden = [dataFolder, keysFolder].filter((one) => existsSync(one));
  const command = [
    bwrap,
    ...['--unshare-pid', '--unshare-ipc', '--die-with-parent', '--new-session'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    // The folder is hidden, because sockets of the machine's services are below it; only the resolver's files stay.
    ...['--tmpfs', '/run', ...bind('--ro-bind', '/run/systemd/resolve')],
    ...['--bind', temporary, tmpdir(), ...bind('--ro-bind', root)],
    ...hidden.flatMap((one) => ['--tmpfs', one]),
    ...bind('--ro-bind', ...readable),
    ...bind('--bind', ...writable),
    '--',
  ];
  const [program = '', ...args] = [...command, process.execPath, '--version'];
  return spawnSync(program, args, { timeout: 10_000 }).status === 0 ? command : undefined;
}
