import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { matches, parseJson, type Valid } from '../formats/parse-json';
import type { Renderer, RendererOptions } from '../../src/prerender/renderer';
import { isKit, kitFolder, root } from '../../packages/node/folders';
import { isUnsandboxed, type SandboxOptions, spawnInSandbox } from '../../packages/node/sandbox';
import { messageOf, UserError, withoutControls } from '../../packages/node/user-error';
import type { ApiAnswers } from './api-answers';
import {
  messageSchema,
  renderedPageSchema,
  startedSchema,
  type TracedPage,
  tracedPagesSchema,
} from './renderer-messages';

const RENDER_SCRIPT = isKit
  ? path.join(kitFolder, 'dist/render-process.mjs')
  : path.join(root, 'shell/platform/prerender/render-process.mjs');

export interface NodeBuild {
  /** `shop@1.5.0`, for messages. */
  readonly label: string;
  /** The build's source, a CommonJS module. */
  readonly source: string;
}

export interface RenderProcessOptions extends Omit<RendererOptions, 'remotes'> {
  readonly shell: NodeBuild;
  /** The remote whose pages are rendered; absent for the shell's own pages. */
  readonly remote?: NodeBuild & { readonly name: string };
  readonly apiAnswers: Pick<ApiAnswers, 'get'>;
  /** Milliseconds that one call may take. */
  readonly timeout?: number;
}

export interface RenderProcess extends Omit<Renderer, 'load'> {
  /** Loads the data of pages. A page that cannot be loaded is reported, and does not affect the others. */
  trace(addresses: readonly string[]): Promise<readonly TracedPage[]>;
  stop(): void;
}

/** All data and pages of an app take about a second; a release that needs longer hangs. */
const TIMEOUT_MS = 60_000;

/** What the code of one release may use of the site builder, which renders the pages of all others as well. */
const QUOTA = {
  /** Requests to the API whose responses the process has not read yet. */
  requestsAtOnce: 64,
  requests: 50_000,
  responses: 256 * 1024 ** 2,
  /** Between two results. */
  output: 64 * 1024 ** 2,
  /** The site builder keeps all new pages in memory until they are written. */
  total: 1024 ** 3,
  /** All calls together may take so many times the limit of one, and so many milliseconds a result. */
  timeouts: 5,
  resultMs: 250,
};

/**
 * Starts the sandboxed process that renders the pages of one app. It gets no environment, files or network: only the
 * builds and the API's responses, through a pipe.
 * @throws UserError that names the release, here and from all calls, when it fails, hangs or sends invalid results.
 */
export async function startRenderer(options: RenderProcessOptions): Promise<RenderProcess> {
  const { apiAnswers, timeout = TIMEOUT_MS, remote, ...shared } = options;
  const { label } = remote ?? shared.shell;
  const { call, stop } = startProcess(apiAnswers, label, timeout);
  try {
    await call('start', startedSchema, { ...shared, remotes: remote ? [remote] : [] });
    return {
      trace: (addresses) => call('trace', tracedPagesSchema, addresses),
      page: (address) => call('page', renderedPageSchema, address),
      frame: (address) => call('frame', renderedPageSchema, address),
      missing: () => call('missing', renderedPageSchema),
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** The script's path in the sandbox. */
const SANDBOXED_SCRIPT = '/render-process.mjs';
/** JavaScript's part of the memory in MB. V8 ends the process when it is used up. */
const HEAP_LIMIT_MB = 512;
const ENVIRONMENT = { NODE_ENV: 'production', TZ: 'UTC' };

/** Whether Node has the stable flag. The permission model is no barrier, only one more obstacle. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** The sandbox of the code of releases, which contains only Node, its libraries and the script. */
export function renderSandbox(script: string): SandboxOptions {
  return {
    command: [realpathSync(process.execPath), ...nodeArguments(SANDBOXED_SCRIPT)],
    environment: ENVIRONMENT,
    mounts: [{ show: script, at: SANDBOXED_SCRIPT }],
    // A site build needs about one second.
    limits: { memory: 1024 ** 3, seconds: 120 },
  };
}

function nodeArguments(script: string): readonly string[] {
  const limits = [`--max-old-space-size=${HEAP_LIMIT_MB}`, PERMISSION, `--allow-fs-read=${script}`];
  return ['--no-warnings', ...limits, script];
}

function startScript() {
  if (!isUnsandboxed()) return spawnInSandbox(renderSandbox(RENDER_SCRIPT));
  return spawn(process.execPath, nodeArguments(RENDER_SCRIPT), { env: ENVIRONMENT, stdio: 'pipe' });
}

/** Calls and requests are JSON lines. After the first fault all calls fail. */
function startProcess(apiAnswers: RenderProcessOptions['apiAnswers'], label: string, timeout: number) {
  const child = startScript();
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const open = new Set<Promise<void>>();
  const used = { requests: 0, responses: 0, output: 0, total: 0 };
  const began = performance.now();
  let last = 0;
  let results = 0;
  let stderr = '';
  let fault: UserError | undefined;

  /** @returns when the process has read it, or has ended. */
  const send = (message: object) =>
    new Promise<void>((resolve) => {
      child.stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  function fail(reason: string): void {
    fault ??= renderingFailure(label, `${reason}\n${stderr.trim()}`.trim());
    for (const { reject } of pending.values()) reject(fault);
    pending.clear();
    stop();
  }
  function stop(): void {
    child.stdout.destroy();
    child.kill('SIGKILL');
  }

  /** Counts what the process sends. @throws Error when it exceeds its quota. */
  function count(kind: keyof typeof used, amount: number): void {
    used[kind] += amount;
    if (used[kind] > QUOTA[kind]) throw new Error(`it exceeds its quota of ${QUOTA[kind]} ${UNITS[kind]}.`);
  }

  async function respond(id: number, url: string): Promise<void> {
    const response = await apiAnswers.get(url).catch((error: unknown) => ({ error: String(error) }));
    if (fault) return;
    if ('body' in response) count('responses', response.body.length);
    await send({ fetched: id, ...response });
  }

  async function receive(line: string): Promise<void> {
    const message = parseJson(line, messageSchema);
    if (!message) throw new Error('its process sent an invalid message.');
    if ('fetch' in message) {
      count('requests', 1);
      const request = respond(message.fetch, message.url)
        .catch(failWith)
        .finally(() => open.delete(request));
      open.add(request);
      if (open.size >= QUOTA.requestsAtOnce) await Promise.race(open);
      return;
    }
    const call = pending.get(message.id);
    if (pending.delete(message.id)) {
      used.output = 0;
      results += 1;
    }
    if (message.error === undefined) call?.resolve(message.value);
    else call?.reject(renderingFailure(label, message.error));
  }
  const failWith = (error: unknown) => fail(messageOf(error));

  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2_000);
    try {
      count('output', text.length);
    } catch (error) {
      failWith(error);
    }
  });
  // The exit of the process reports the reason.
  child.stdin.on('error', () => undefined);
  child.once('error', ({ message }) => fail(`its process did not start: ${message}.`));
  child.once('close', (code, signal) => fail(`its process ended early (${signal ?? code}).`));
  const countOutput = (length: number) => {
    count('output', length);
    count('total', length);
  };
  readLines(child.stdout, countOutput, receive).catch(failWith);

  async function call<S extends z.ZodType>(
    method: string,
    schema: S,
    ...parameters: readonly unknown[]
  ): Promise<Valid<S>> {
    const limit = QUOTA.timeouts * timeout + QUOTA.resultMs * results;
    if (performance.now() - began > limit) fail(`its calls take more than ${Math.round(limit / 1000)} s.`);
    last += 1;
    const id = last;
    const timer = setTimeout(() => fail(`no response within ${timeout / 1000} s.`), timeout);
    try {
      const value = await new Promise<unknown>((resolve, reject) => {
        if (fault) return reject(fault);
        pending.set(id, { resolve, reject });
        void send({ id, method, args: parameters });
      });
      if (matches(value, schema)) return value;
      throw renderingFailure(label, `its process sent an invalid result for "${method}".`);
    } finally {
      clearTimeout(timer);
    }
  }

  return { call, stop };
}

/** @param label the release. */
function renderingFailure(label: string, reason: string): UserError {
  return new UserError(`Rendering ${label} failed: ${withoutControls(reason)}`);
}

/** What a quota counts. */
const UNITS = {
  requests: 'requests',
  responses: 'characters of responses',
  output: 'characters of output',
  total: 'characters of output in total',
};

/** Reads on only when a line was received. */
async function readLines(
  stream: Readable,
  onText: (length: number) => void,
  onLine: (line: string) => Promise<void>,
): Promise<void> {
  let parts: string[] = [];
  for await (const text of stream.setEncoding('utf8') as AsyncIterable<string>) {
    onText(text.length);
    const [first = '', ...lines] = text.split('\n');
    parts.push(first);
    for (const line of lines) {
      await onLine(parts.join(''));
      parts = [line];
    }
  }
}
