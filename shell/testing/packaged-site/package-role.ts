import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Role, startedLine } from '../../hosting/roles';
import { type Service, spawnService } from '../../tools/processes';

const START_MS = 180_000;
const LOG_LINES = 300;

/** The last output of a role's start. */
const started = (role: Role) => (role === 'web' || role === 'jobs' ? '"msg":"started"' : startedLine(role));

/** One process of an unpacked package, which its next version replaces as a service manager does: stop, then start. */
export class PackageRole {
  #service: Service | undefined;
  #lines: string[] = [];

  /** @param metrics where it answers Prometheus: host and port. */
  constructor(
    readonly role: Role,
    private readonly environment: NodeJS.ProcessEnv,
    readonly metrics: string,
  ) {}

  get pid(): number | undefined {
    return this.#service?.child.pid;
  }

  /** The end of its log since its last start. */
  get log(): string {
    return this.#lines.join('\n');
  }

  /** The process that does the work: the roles of the API start it as their only child. */
  async workerPid(): Promise<number> {
    const pid = this.pid ?? 0;
    const [child = pid] = await childrenOf(pid);
    return this.role === 'web' || this.role === 'jobs' ? child : pid;
  }

  /** @throws Error with its output when it ends or does not start in time. */
  async start(packageFolder: string): Promise<void> {
    const lines: string[] = [];
    this.#lines = lines;
    const line = started(this.role);
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error(`The role ${this.role} did not start:\n${lines.join('\n')}`));
      const late = setTimeout(fail, START_MS);
      const script = path.join(packageFolder, 'shell/role.cjs');
      const service = spawnService(this.role, [script, this.role], this.environment, (text) => {
        lines.push(text);
        if (lines.length > LOG_LINES) lines.shift();
        if (!text.includes(line)) return;
        clearTimeout(late);
        resolve();
      });
      service.child.once('exit', () => (clearTimeout(late), fail()));
      this.#service = service;
    });
  }

  /** Ends it with SIGTERM and waits for its running requests. */
  async stop(): Promise<void> {
    const child = this.#service?.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.removeAllListeners('exit');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async replace(packageFolder: string): Promise<void> {
    await this.stop();
    await this.start(packageFolder);
  }
}

/** The processes that a process has started, on Linux. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}
