import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import type { Server as HttpServer } from 'node:http';
import { UserError } from './user-error';

/** Services that stop together: with Ctrl-C, when one ends by itself, or when the command fails. */
const running = new Set<Service>();
let stopping = false;

/** Runs a command's body; every failure ends in one clear sentence unless it is a defect of ours. */
export function main(body: () => Promise<void>): void {
  process.on('SIGINT', () => void stopEverything(0));
  process.on('SIGTERM', () => void stopEverything(0));
  body().catch((error: unknown) => {
    const sentence =
      error instanceof UserError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`\n${sentence}\n`);
    void stopEverything(1);
  });
}

async function stopEverything(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all([...running].map(stopService));
  process.exit(code);
}

/** @throws UserError when somebody else listens on the port. */
export async function requireFreePort(port: number, purpose: string, variable: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} (${purpose}) is already in use. Stop what uses it, or choose another with ${variable}.`
          : error.code === 'EACCES'
            ? `This user may not listen on port ${port} (${purpose}). Choose one above 1023 with ${variable}.`
            : `Port ${port} (${purpose}) cannot be used: ${error.message}.`;
      reject(new UserError(why));
    });
    probe.listen(port, () => probe.close(() => resolve()));
  });
}

export function listen(server: Server | HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => resolve());
  });
}

export interface Service {
  readonly name: string;
  readonly child: ChildProcess;
  /** Its last words, for when it ends too early. */
  readonly lastLines: () => string;
}

/** Starts a process of our own; its output goes to `onLine`, and its early end stops everything else. */
export function startService(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): Service {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kept: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) {
        kept.push(line);
        if (kept.length > 20) kept.shift();
        onLine(line);
      }
    });
  }
  const service: Service = { name, child, lastLines: () => kept.join('\n') };
  running.add(service);
  child.once('exit', (code) => {
    // One that was asked to stop has left the set before.
    if (!running.delete(service)) return;
    process.stderr.write(`\n${name} has ended (${code ?? 'by a signal'}); stopping the rest.\n`);
    void stopEverything(1);
  });
  return service;
}

/**
 * Waits until an address answers with 2xx.
 * @throws UserError when the service ends before, or after `timeout` milliseconds.
 */
export async function waitUntilReady(address: string, service: Service, timeout = 60_000): Promise<void> {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    if (service.child.exitCode !== null) {
      throw new UserError(`${service.name} did not start:\n${service.lastLines()}`);
    }
    const answered = await fetch(address).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new UserError(
    `${service.name} did not answer within ${timeout / 1000} seconds:\n${service.lastLines()}`,
  );
}

/** Asks a process to end and waits; after ten seconds it is ended. */
export async function stopService(service: Service): Promise<void> {
  running.delete(service);
  const { child } = service;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}
