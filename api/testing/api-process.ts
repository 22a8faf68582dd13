import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { apiFolder } from '../src/platform/folders';
import { freePort } from './free-port';

const START_MS = 60_000;
/** Node's options that run the sources in one process, so that signals reach no wrapper. */
export const fromSources = ['--conditions=source', '--require', createRequire(__filename).resolve('tsx/cjs')];

/**
 * Starts the API as a separate process from the sources, migrated and seeded, and waits until it is ready.
 * @throws Error with its log when it exits before that.
 */
export async function startApiProcess(env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [...fromSources, path.join(apiFolder, 'src/roles/main.ts'), '--migrate', '--seed'],
    { env: { ...process.env, ...env, API_PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  }
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The API did not start:\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    child,
    /** The log up to now. */
    log: () => log,
    /** Sends the signal and waits for the exit. @returns the exit code, null when it was killed. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
