import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The programs that run, with their folders. */
const running = new Map<ChildProcess, string>();

// A test or a bench that is ended by a signal stops nothing itself.
process.once('exit', () => {
  for (const [child, folder] of running) {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});

export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  /** The end of its error output. */
  output(): string;
}

/** Starts a program that ends with this process. @param folder contains its files and is removed with it then. */
export function startProgram(
  program: string,
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Program {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  running.set(child, folder);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      running.delete(child);
      resolve();
    }),
  );
  return { child, ended, output: () => output };
}

/** @throws Error with its output when it ends before it is ready, or is not ready in time; it has ended then. */
export async function waitForProgram(
  name: string,
  { child, ended, output }: Program,
  isReady: () => Promise<boolean>,
  limitMs: number,
): Promise<void> {
  for (const deadline = Date.now() + limitMs; !(await isReady()); await pause(50)) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < deadline) continue;
    child.kill('SIGKILL');
    await ended;
    throw new Error(`${name} did not start:\n${output()}`);
  }
}

/** Whether something listens on this port of the loopback address. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setTimeout(1_000, () => socket.destroy());
    socket.once('connect', () => resolve(true)).once('connect', () => socket.destroy());
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
  });
}
