import { spawn } from 'node:child_process';
import type { RunningServer } from './database-server';

/** Exit code for a skipped suite, distinct from a failed one. */
export const NO_SERVER = 78;

/** Runs a command with `TEST_DATABASE_URL` of a server, and stops the server afterwards. @returns its exit code. */
export async function runWithServer(
  server: RunningServer,
  [command = '', ...values]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  try {
    const child = spawn(command, values, {
      stdio: 'inherit',
      env: { ...process.env, ...environment, TEST_DATABASE_URL: server.url },
    });
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    });
  } finally {
    await server.stop();
  }
}
