import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { UserError } from '../tools/user-error';
import type { Renderer, RendererOptions } from '../src/prerender/renderer';
import { root } from '../tools/folders';

export interface RenderProcessOptions extends Omit<RendererOptions, 'remotes'> {
  /** The Node build of the shell. */
  readonly shell: string;
  /** The Node builds of the live remotes. */
  readonly remotes: readonly { readonly name: string; readonly file: string }[];
}

/** What the shell's Node build says of itself. */
interface ShellBuild {
  /** Whether its pages do with outlines of the remotes that do not draw them. */
  readonly readsOutlines: boolean;
}

export interface RenderProcess extends Renderer, ShellBuild {
  stop(): void;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Newer versions of Node have dropped the first word. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Starts the process that draws pages. It gets no environment beyond what Node itself needs and may read nothing but
 * the builds that it runs, so that no key or password is within a release's reach.
 * @throws UserError when a release cannot be run.
 */
export async function startRenderer(options: RenderProcessOptions): Promise<RenderProcess> {
  const script = path.join(root, 'shell/compose/render-process.mjs');
  const readable = [script, options.shell, ...options.remotes.map(({ file }) => file)];
  const child = fork(script, [], {
    env: { NODE_ENV: 'production', TZ: 'UTC' },
    execArgv: ['--no-warnings', PERMISSION, ...readable.map((file) => `--allow-fs-read=${file}`)],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const call = conversation(child);
  const renderer = {
    load: (addresses) => call('load', addresses),
    page: (address) => call('page', address),
    frame: (address) => call('frame', address),
    missing: () => call('missing'),
    answers: () => call('answers'),
    stop: () => void child.kill('SIGKILL'),
  } satisfies Renderer & Pick<RenderProcess, 'stop'>;
  try {
    return { ...renderer, ...(await call<ShellBuild>('start', options)) };
  } catch (error) {
    renderer.stop();
    throw error;
  }
}

/** Questions and answers with a child process; its early end answers all that are open. */
function conversation(child: ChildProcess) {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  child.on('message', ({ id, value, error }: Answer) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new UserError(error));
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) {
      reject(new UserError(`Drawing the pages ended early (${signal ?? code}).\n${said.trim()}`.trim()));
    }
    waiting.clear();
  });

  return function call<T>(method: string, ...args: readonly unknown[]): Promise<T> {
    last += 1;
    const id = last;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: (value) => resolve(value as T), reject });
      child.send({ id, method, args }, (error) => {
        if (!error) return;
        waiting.delete(id);
        reject(new UserError(`Drawing the pages could not go on: ${error.message}`));
      });
    });
  };
}
