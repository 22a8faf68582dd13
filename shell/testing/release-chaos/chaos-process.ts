import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnService } from '../../tools/processes';

const START_MS = 120_000;

/** A process that is started again whenever it was killed, as by a service manager. */
export class ChaosProcess {
  kills = 0;
  /** The end of its output over all starts. */
  readonly lines: string[] = [];
  private child: ChildProcess | undefined;
  private isStopped = false;

  private constructor(
    readonly name: string,
    private readonly args: readonly string[],
    private readonly environment: NodeJS.ProcessEnv,
    private readonly isReady: (said: string) => boolean,
  ) {}

  /** @param isReady whether a line or a message says that it has started. */
  static async start(
    name: string,
    args: readonly string[],
    environment: NodeJS.ProcessEnv,
    isReady: (said: string) => boolean,
  ): Promise<ChaosProcess> {
    const process = new ChaosProcess(name, args, environment, isReady);
    await process.run();
    return process;
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
    if (!this.isStopped) await this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.end('SIGTERM');
  }

  /** Sends a message. @returns the next one; `undefined` when the process ends first. @throws Error after `timeout` ms. */
  async ask(message: object, timeout: number): Promise<unknown> {
    const { child } = this;
    if (!child?.connected) return undefined;
    const late = new AbortController();
    const answered = once(child, 'message', { signal: late.signal }).then(([answer]) => answer as unknown);
    const ended = once(child, 'exit', { signal: late.signal }).then(() => undefined);
    const timedOut = delay(timeout, undefined, { signal: late.signal }).then(() => {
      throw new Error(`${this.name} did not answer within ${timeout / 1_000} s.`);
    });
    child.send(message);
    try {
      return await Promise.race([answered, ended, timedOut]);
    } finally {
      for (const one of [answered, ended, timedOut]) one.catch(() => undefined);
      late.abort();
    }
  }

  private async run(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error(`${this.name} did not start:\n${this.lines.join('\n')}`));
      const late = setTimeout(fail, START_MS);
      const heard = (said: string) => {
        if (!this.isReady(said)) return;
        clearTimeout(late);
        child.off('exit', fail);
        resolve();
      };
      const { child } = spawnService(this.name, this.args, this.environment, (line) => {
        this.lines.push(line);
        if (this.lines.length > 300) this.lines.shift();
        heard(line);
      });
      this.child = child;
      child.once('message', (message) => heard(typeof message === 'string' ? message : ''));
      child.once('exit', fail);
    });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
