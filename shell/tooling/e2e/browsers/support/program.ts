import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Program {
  readonly child: ChildProcess;
  /** Calls an attempt until it succeeds. @throws Error with the program's output when it ends before that. */
  connect<T>(attempt: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a browser or what belongs to it, with a display or without. */
export function startProgram(name: string, args: readonly string[], display?: string): Program {
  const child = spawn(name, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...(display && { DISPLAY: display, GDK_BACKEND: 'x11' }) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  }
  const ended = new Promise<void>((resolve) => child.once('close', resolve).once('error', () => resolve()));
  return {
    child,
    async connect(attempt) {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          if (child.exitCode !== null || child.pid === undefined) {
            throw new Error(`${name} did not start:\n${output}`, { cause: error });
          }
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts an X server without a screen. @returns its display and how to stop it. */
export async function startDisplay(): Promise<{ readonly display: string; stop(): Promise<void> }> {
  // The server chooses a free display and writes its number there.
  const server = startProgram('Xvfb', [
    '-displayfd',
    '3',
    '-screen',
    '0',
    '1400x1000x24',
    '-nolisten',
    'tcp',
  ]);
  const numbers = server.child.stdio[3];
  if (!numbers) throw new Error('Xvfb has no third stream.');
  const written: unknown[] = await once(numbers, 'data');
  return { display: `:${String(written[0]).trim()}`, stop: () => server.stop() };
}
