import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Role, startedLine } from '../../../platform/hosting/roles';
import { root } from '../../../packages/node/folders';
import { RestartableProcess } from '../restartable-process';

/** The last output of a role's start. */
const started = (role: Role) => (role === 'web' || role === 'jobs' ? '"msg":"started"' : startedLine(role));

/** The script of all roles in an unpacked package, or in these sources, where `bundleRoles` puts it. */
export function roleScript(folder: string): string {
  return path.join(folder, folder === root ? 'shell/.cache/roles' : 'shell', 'role.cjs');
}

/** One process of an unpacked package, which its next version replaces as a service manager does: stop, then start. */
export class PackageRole extends RestartableProcess {
  /** @param metrics where it answers Prometheus: host and port. */
  constructor(
    readonly role: Role,
    environment: NodeJS.ProcessEnv,
    readonly metrics: string,
  ) {
    const line = started(role);
    super(`The role ${role}`, environment, (said) => said.includes(line));
  }

  /** The process that does the work: the roles of the API start it as their only child. */
  async workerPid(): Promise<number> {
    const pid = this.pid ?? 0;
    const [child = pid] = await childrenOf(pid);
    return this.role === 'web' || this.role === 'jobs' ? child : pid;
  }

  override async kill(): Promise<void> {
    process.kill(await this.workerPid(), 'SIGKILL');
    await super.kill();
  }

  /** @throws Error with its output when it ends or does not start in time. */
  async startFrom(packageFolder: string): Promise<void> {
    // The role finds the files of its package by the working directory.
    await this.start([roleScript(packageFolder), this.role], packageFolder);
  }

  async replace(packageFolder: string): Promise<void> {
    await this.stop();
    await this.startFrom(packageFolder);
  }
}

/** The processes that a process has started, on Linux. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}
