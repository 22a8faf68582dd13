import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiFolder } from '../../src/platform/folders';

const START_MS = 60_000;
const POLL_MS = 25;

/** A process of the API with one role, from `dist`. It is started again whenever it is killed. */
export class RoleProcess {
  kills = 0;
  /** The longest time from a start until it was ready, in milliseconds. */
  slowestStart = 0;
  private child: ChildProcess | undefined;
  private log = '';
  private starting: Promise<void> = Promise.resolve();
  private ending = false;

  constructor(
    readonly role: 'web' | 'jobs' | 'all',
    private readonly environment: Readonly<Record<string, string>>,
    private readonly port: number,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async kill(): Promise<void> {
    this.kills += 1;
    this.child?.kill('SIGKILL');
  }

  /** Ends the process as a service manager does, and starts it again. */
  async restart(): Promise<void> {
    await this.end('SIGTERM');
    await this.start();
  }

  /** Waits until a start that is under way has ended. */
  async ready(): Promise<void> {
    await this.starting;
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    this.ending = true;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** @throws Error with its log when it does not become ready. */
  start(): Promise<void> {
    this.ending = false;
    this.starting = this.launchAndWait();
    return this.starting;
  }

  private async launchAndWait(): Promise<void> {
    const { role, port, environment } = this;
    const started = performance.now();
    // Through its channel the process notices the end of this one.
    const child = fork(path.join(apiFolder, 'dist/src/roles/main.js'), ['--role', role], {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...environment, API_PORT: String(port) },
    });
    this.child = child;
    this.log = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        this.log = (this.log + text.toString()).slice(-20_000);
        if (process.env['DEBUG_SITE']) process.stderr.write(text);
      });
    }
    child.once('exit', () => {
      if (this.ending || child !== this.child) return;
      // The failure is ignored here, because everybody who waits gets it.
      this.start().catch(() => undefined);
    });
    while (!(await this.isReady())) {
      // The process was stopped, or another start has taken over.
      if (child !== this.child || this.ending) return;
      if (performance.now() - started > START_MS)
        throw new Error(`The role ${role} did not start:\n${this.log}`);
      await pause(POLL_MS);
    }
    this.slowestStart = Math.max(this.slowestStart, performance.now() - started);
  }

  private async isReady(): Promise<boolean> {
    if (this.role === 'jobs') return this.log.includes('"msg":"started"');
    return fetch(`${this.url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
  }
}
