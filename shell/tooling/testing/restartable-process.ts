import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../../packages/node/folders';
import { spawnService } from '../../packages/node/processes';

/** Loaded before a process, this gives it a wrong clock or a full disk. */
export const PROCESS_FAULTS = path.join(root, 'shell/tooling/testing/process-faults.cjs');
const WRONG_CLOCK_MS = 10 * 60 * 1000;

/** @returns the variable of a clock that is ten minutes ahead (1) or behind (-1). */
export function clockOff(direction: 1 | -1): NodeJS.ProcessEnv {
  return { CLOCK_OFFSET_MS: String(direction * WRONG_CLOCK_MS) };
}

const START_MS = 180_000;
const LOG_LINES = 300;

/** A process that is started again when it was killed, as by a service manager. */
export class RestartableProcess {
  kills = 0;
  /** The end of its output over all starts. */
  readonly lines: string[] = [];
  private child: ChildProcess | undefined;
  private isStopped = false;
  private cwd: string | undefined;

  /** @param isReady whether a line or a message says that it has started. */
  constructor(
    readonly name: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly isReady: (text: string) => boolean,
    private args: readonly string[] = [],
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * @param args of Node, and the folder in which it runs; by default those of its last start.
   * @throws Error with its output when it does not start in time.
   */
  async start(args = this.args, cwd = this.cwd): Promise<void> {
    this.args = args;
    this.cwd = cwd;
    this.isStopped = false;
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error(`${this.name} did not start:\n${this.lines.join('\n')}`));
      const timeout = setTimeout(fail, START_MS);
      const checkReady = (text: string) => {
        if (!this.isReady(text)) return;
        clearTimeout(timeout);
        resolve();
      };
      const onLine = (line: string) => {
        this.lines.push(line);
        if (this.lines.length > LOG_LINES) this.lines.shift();
        checkReady(line);
      };
      const { child } = spawnService(this.name, args, this.environment, onLine, cwd);
      this.child = child;
      child.once('message', (message) => checkReady(typeof message === 'string' ? message : ''));
      child.once('exit', () => (clearTimeout(timeout), fail()));
    });
  }

  /** Kills the process, and waits until it has started again. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
    await this.restart();
  }

  /** Starts the process again after it has killed itself. */
  async restart(): Promise<void> {
    this.kills += 1;
    await delay(200);
    if (!this.isStopped) await this.start();
  }

  /** Ends it with SIGTERM and waits for its running requests. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.end('SIGTERM');
  }

  /** Sends a message. @returns the next one; `undefined` when the process ends first. @throws Error after `timeout` ms. */
  async ask(message: object, timeout: number): Promise<unknown> {
    const { child } = this;
    if (!child?.connected) return undefined;
    const waiting = new AbortController();
    const answered = once(child, 'message', { signal: waiting.signal }).then(([answer]) => answer as unknown);
    const ended = once(child, 'exit', { signal: waiting.signal }).then(() => undefined);
    const timedOut = delay(timeout, undefined, { signal: waiting.signal }).then(() => {
      throw new Error(`${this.name} did not answer within ${timeout / 1_000} s.`);
    });
    child.send(message);
    try {
      return await Promise.race([answered, ended, timedOut]);
    } finally {
      for (const one of [answered, ended, timedOut]) one.catch(() => undefined);
      waiting.abort();
    }
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
