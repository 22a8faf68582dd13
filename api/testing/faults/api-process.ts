import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiFolder } from '../../src/folders';
import type { CrashPoint } from './crash-points';

export interface Crash {
  readonly point: CrashPoint;
  /** The first, second… time at this point. */
  readonly count: number;
}

/** What a restart takes by the API's own clock: longer than any lease, so that nobody has to wait for real. */
const RESTART_MS = 2 * 60_000;

/** The API under fire: starts, dies, starts again. */
export class ApiProcess {
  /** Sums of the clock's moves; every start carries on from here. */
  offset = 0;
  kills = 0;
  private child: ChildProcess | undefined;
  private supervision: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly environment: Readonly<Record<string, string>>,
    private readonly compiled: boolean,
  ) {}

  /** Starts it; from its first death on it is started again, without a crash planned. */
  async start(crash?: Crash): Promise<void> {
    this.stopping = false;
    await this.launch(crash);
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  /** Moves the clock and lets the sweep and the mailer do their work. */
  async settle(advance: number): Promise<void> {
    for (;;) {
      await this.supervision;
      const { child } = this;
      if (!child?.connected) {
        // It has just died; its successor is about to be started.
        await pause(20);
        continue;
      }
      this.offset += advance;
      // A message to a process that is just dying is lost, and that is all.
      child.send({ advance }, () => undefined);
      const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
      if (message === 'settled') return;
      // It died meanwhile; the clock has moved all the same.
      return this.settle(0);
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.supervision;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
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
    const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
    if (message !== 'ready' && !this.stopping) await this.supervision;
  }
}
