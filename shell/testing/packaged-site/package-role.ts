import { once } from 'node:events';
import path from 'node:path';
import { type Role, startedLine } from '../../hosting/roles';
import { type Service, spawnService } from '../../tools/processes';

const START_MS = 180_000;

/** The last words of a role's start. */
const started = (role: Role) => (role === 'web' || role === 'jobs' ? '"msg":"started"' : startedLine(role));

/** One process of an unpacked package, which its next version replaces as a service manager does: stop, then start. */
export class PackageRole {
  #service: Service | undefined;

  constructor(
    readonly role: Role,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  get pid(): number | undefined {
    return this.#service?.child.pid;
  }

  /** @throws Error with its output when it ends or does not start in time. */
  async start(packageFolder: string): Promise<void> {
    const lines: string[] = [];
    const line = started(this.role);
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error(`The role ${this.role} did not start:\n${lines.join('\n')}`));
      const late = setTimeout(fail, START_MS);
      const script = path.join(packageFolder, 'shell/role.cjs');
      const service = spawnService(this.role, [script, this.role], this.environment, (text) => {
        lines.push(text);
        if (lines.length > 50) lines.shift();
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
