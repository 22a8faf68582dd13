import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { matches, parseJson, type Valid } from '../formats/parse-json';
import type { Renderer, RendererOptions } from '../src/prerender/renderer';
import { root } from '../tools/folders';
import { UserError } from '../tools/user-error';
import type { Catalogue } from './catalogue';
import { type Confinement, ENVIRONMENT } from './confinement';
import {
  messageSchema,
  renderedPageSchema,
  startedSchema,
  type TracedPage,
  tracedPagesSchema,
} from './renderer-messages';

/** The program that runs in the render process. */
export const RENDER_SCRIPT = path.join(root, 'shell/compose/render-process.mjs');

/** A Node build as it is sent to the process. */
export interface NodeBuild {
  /** `shop@1.5.0`, for messages. */
  readonly label: string;
  /** CommonJS. */
  readonly source: string;
}

export interface RenderProcessOptions extends Omit<RendererOptions, 'remotes'> {
  readonly shell: NodeBuild;
  /** The remote whose pages are rendered; absent for the shell's own pages. */
  readonly remote?: NodeBuild & { readonly name: string };
  readonly confinement: Confinement;
  readonly catalogue: Catalogue;
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
/** Characters of one message. Protects the memory of this process from a release that sends without end. */
const MAX_MESSAGE = 64 * 1024 * 1024;

/**
 * Starts the confined process that renders the pages of one app. It gets no environment, files or network: only the
 * builds and the API's responses, through a pipe.
 * @throws UserError that names the release, here and from all calls, when it fails, hangs or sends invalid results.
 */
export async function startRenderer(options: RenderProcessOptions): Promise<RenderProcess> {
  const { confinement, catalogue, timeout = TIMEOUT_MS, remote, ...shared } = options;
  const { label } = remote ?? shared.shell;
  const { call, stop } = startProcess(confinement, catalogue, label, timeout);
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

/** Calls to a process, and its requests to the API, as JSON lines. After the first fault all calls fail. */
function startProcess(confinement: Confinement, catalogue: Catalogue, label: string, timeout: number) {
  const [program = '', ...args] = confinement.command(RENDER_SCRIPT);
  const child = spawn(program, args, { env: ENVIRONMENT, stdio: 'pipe', detached: true });
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  let stderr = '';
  let fault: UserError | undefined;

  const send = (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`);
  function fail(reason: string): void {
    fault ??= renderingFailure(label, `${reason}\n${stderr.trim()}`.trim());
    for (const { reject } of pending.values()) reject(fault);
    pending.clear();
    stop();
  }
  /** Ends the whole process group: the programs that confine the process are its parents. */
  function stop(): void {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }

  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-2_000)));
  // The exit of the process reports the reason.
  child.stdin.on('error', () => undefined);
  child.once('error', ({ message }) => fail(`its process did not start: ${message}.`));
  child.once('close', (code, signal) => fail(`its process ended early (${signal ?? code}).`));
  readLines(child.stdout, (line) => {
    const message = line === undefined ? undefined : parseJson(line, messageSchema);
    if (!message) return fail('its process sent an invalid message.');
    if ('fetch' in message) {
      catalogue.get(message.url).then(
        (response) => send({ fetched: message.fetch, ...response }),
        (error: unknown) => send({ fetched: message.fetch, error: String(error) }),
      );
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.error === undefined) call?.resolve(message.value);
    else call?.reject(renderingFailure(label, message.error));
  });

  async function call<S extends z.ZodType>(
    method: string,
    schema: S,
    ...parameters: readonly unknown[]
  ): Promise<Valid<S>> {
    last += 1;
    const id = last;
    const timer = setTimeout(() => fail(`no response within ${timeout / 1000} s.`), timeout);
    try {
      const value = await new Promise<unknown>((resolve, reject) => {
        if (fault) return reject(fault);
        pending.set(id, { resolve, reject });
        send({ id, method, args: parameters });
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
export function renderingFailure(label: string, reason: string): UserError {
  return new UserError(`Rendering ${label} failed: ${reason}`);
}

/** @param onLine gets `undefined` for a line that is too long, and nothing after it. */
function readLines(stream: Readable, onLine: (line: string | undefined) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach((line) => onLine(line));
    if (rest.length <= MAX_MESSAGE) return;
    stream.destroy();
    onLine(undefined);
  });
}
