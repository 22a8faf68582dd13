import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiFolder } from '../../src/platform/folders';
import type { CrashPoint } from './crash-points';

export interface Crash {
  readonly point: CrashPoint;
  /** How many times the process reaches the point before it ends: 1 for the first. */
  readonly count: number;
}

/** Duration of a restart by the API's clock: longer than any lease, so that tests need not wait. */
const RESTART_MS = 2 * 60_000;

/** A child process of the API that is restarted whenever it dies. */
export class SupervisedApi {
  /** Total advance of the clock; every start continues from it. */
  offset = 0;
  kills = 0;
  private child: ChildProcess | undefined;
  private supervision: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly environment: Readonly<Record<string, string>>,
    private readonly compiled: boolean,
  ) {}

  /** Starts it; restarts after its death have no planned crash. */
  async start(crash?: Crash): Promise<void> {
    this.stopping = false;
    await this.launch(crash);
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  /** Advances the clock and lets the sweep and the mailer run. */
  async settle(advance: number): Promise<void> {
    for (;;) {
      await this.supervision;
      const { child } = this;
      if (!child?.connected) {
        // It has just died and is about to be restarted.
        await pause(20);
        continue;
      }
      this.offset += advance;
      // A message to a dying process is lost without consequences.
      child.send({ advance }, () => undefined);
      const received: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
      if (received[0] === 'settled') return;
      // It died meanwhile, but the clock has advanced.
      return this.settle(0);
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.supervision;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  private async launch(crash?: Crash): Promise<void> {
    const { compiled } = this;
    const program = compiled ? 'dist/testing/faults/crashing-api.js' : 'testing/faults/crashing-api.ts';
    const child = fork(path.join(apiFolder, program), [], {
      execArgv: compiled ? [] : ['--import', 'tsx', '--conditions=source'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...this.environment,
        CLOCK_OFFSET_MS: String(this.offset),
        CRASH_AT: crash?.point ?? '',
        CRASH_COUNT: String(crash?.count ?? 1),
      },
    });
    this.child = child;
    child.once('exit', () => {
      if (this.stopping) return;
      this.kills += 1;
      this.offset += RESTART_MS;
      this.supervision = this.launch();
    });
    const received: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (received[0] !== 'ready' && !this.stopping) await this.supervision;
  }
}
