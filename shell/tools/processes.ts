import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { readOutput } from './node';
import { listenHost } from './settings';
import { printable, UserError } from './user-error';

/** Services that stop together: on Ctrl-C, when one of them ends, or when the command fails. */
const running = new Set<Service>();
let stopping = false;

/** Runs a command's body. A failure is printed, stops all services and ends the process with exit code 1. */
export function main(body: () => Promise<void>): void {
  // Node would open its inspector, which gives every program on this machine the process's memory.
  process.on('SIGUSR1', () => undefined);
  process.on('SIGINT', () => void stopEverything(0));
  process.on('SIGTERM', () => void stopEverything(0));
  body().catch((error: unknown) => {
    process.stderr.write(`\n${printable(error)}\n`);
    void stopEverything(1);
  });
}

async function stopEverything(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all([...running].map(stopService));
  process.exit(code);
}

/**
 * @param purpose what the port is for, in the error message.
 * @param variable the environment variable that selects another port.
 * @throws UserError when the port is in use or not allowed.
 */
export async function requireFreePort(port: number, purpose: string, variable: string): Promise<void> {
  await openAndClose(port, listenHost()).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === 'EADDRINUSE'
        ? `Port ${port} (${purpose}) is already in use. Stop the program that uses it, or choose another port with ${variable}.`
        : error.code === 'EACCES'
          ? `This user may not listen on port ${port} (${purpose}). Choose a port above 1023 with ${variable}.`
          : `Port ${port} (${purpose}) cannot be used: ${error.message}.`,
    );
  });
}

/** A port of the loopback address that is free at this moment. */
export function freePort(): Promise<number> {
  return openAndClose(0, '127.0.0.1');
}

async function openAndClose(port: number, host: string): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : port;
}

/** Listens on `HOST`, by default the loopback address. */
export async function listen(server: Server | HttpServer, port: number): Promise<void> {
  server.listen(port, listenHost());
  await once(server, 'listening');
}

export interface Service {
  readonly name: string;
  readonly child: ChildProcess;
  /** The end of its output, for the error message when it ends too early. */
  readonly lastLines: () => string;
}

/** Starts a Node process. @param env its whole environment. @param onLine gets its output. */
export function spawnService(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void = () => undefined,
): Service {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  readOutput(child, (text) => {
    for (const line of text.split('\n').filter(Boolean)) {
      lines.push(line);
      if (lines.length > 20) lines.shift();
      onLine(line);
    }
  });
  return { name, child, lastLines: () => lines.join('\n') };
}

/**
 * Starts a Node process that belongs to this command: if it ends by itself, everything else stops too.
 * @param environment its whole environment.
 */
export function startService(
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Service {
  const service = spawnService(name, args, environment, onLine);
  running.add(service);
  service.child.once('exit', (code) => {
    // `stopService` removes a service from the set before it stops it.
    if (!running.delete(service)) return;
    process.stderr.write(`\n${name} has ended (${code ?? 'by a signal'}); stopping the rest.\n`);
    void stopEverything(1);
  });
  return service;
}

/**
 * Waits until an address responds with 2xx.
 * @param timeout in milliseconds.
 * @throws UserError when the service ends first, or after `timeout`.
 */
export async function waitUntilReady(address: string, service: Service, timeout = 60_000): Promise<void> {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    if (service.child.exitCode !== null) {
      throw new UserError(`${service.name} did not start:\n${service.lastLines()}`);
    }
    const isReady = await fetch(address).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new UserError(
    `${service.name} did not respond within ${timeout / 1000} seconds:\n${service.lastLines()}`,
  );
}

/** Sends SIGTERM and waits; after ten seconds sends SIGKILL. */
export async function stopService(service: Service): Promise<void> {
  running.delete(service);
  const { child } = service;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}
