import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { z } from 'zod';
import { matches, type Valid } from '../formats/parse-json';
import type { Renderer, RendererOptions } from '../src/prerender/renderer';
import { root } from '../tools/folders';
import { UserError } from '../tools/user-error';
import {
  loadedPagesSchema,
  messageSchema,
  renderedPageSchema,
  responsesSchema,
  startedSchema,
} from './renderer-messages';

export interface RenderProcessOptions extends Omit<RendererOptions, 'remotes'> {
  /** The Node build of the shell. */
  readonly shell: string;
  /** The Node builds of the live remotes. */
  readonly remotes: readonly { readonly name: string; readonly file: string }[];
}

export interface RenderProcess extends Renderer, Valid<typeof startedSchema> {
  stop(): void;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Older versions of Node have only the experimental flag. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Starts the process that renders pages. It gets only the environment that Node needs and may read only the builds
 * that it runs, so that releases cannot reach keys or passwords.
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
  const call = createCaller(child);
  const stop = () => void child.kill('SIGKILL');
  try {
    const started = await call('start', startedSchema, options);
    return {
      ...started,
      load: (addresses) => call('load', loadedPagesSchema, addresses),
      page: (address) => call('page', renderedPageSchema, address),
      frame: (address) => call('frame', renderedPageSchema, address),
      missing: () => call('missing', renderedPageSchema),
      answers: () => call('answers', responsesSchema),
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Remote procedure calls to a child process. When it exits early, all pending calls fail. */
function createCaller(child: ChildProcess) {
  const pending = new Map<number, Pending>();
  let last = 0;
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-2_000)));
  child.on('message', (message) => {
    if (!matches(message, messageSchema)) return;
    const { id, value, error } = message;
    const call = pending.get(id);
    pending.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new UserError(error));
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of pending.values()) {
      reject(new UserError(`The render process ended early (${signal ?? code}).\n${stderr.trim()}`.trim()));
    }
    pending.clear();
  });

  return async function call<S extends z.ZodType>(
    method: string,
    schema: S,
    ...args: readonly unknown[]
  ): Promise<Valid<S>> {
    last += 1;
    const id = last;
    const value = await new Promise<unknown>((resolve, reject) => {
      pending.set(id, { resolve, reject });
      child.send({ id, method, args }, (error) => {
        if (!error) return;
        pending.delete(id);
        reject(new UserError(`The render process cannot be reached: ${error.message}`));
      });
    });
    if (matches(value, schema)) return value;
    throw new UserError(`The render process sent an invalid result for "${method}".`);
  };
}
