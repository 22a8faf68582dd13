import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { closeServer, trackConnections } from '@isa/api-contract/close-server';
import { listenHost, portHolder } from './ports';
import { printable, UserError } from './user-error';

export const printLine = (line: string) => void process.stdout.write(`${line}\n`);

/** How long running requests are waited for. */
const STOP_MS = (Number(process.env.STOP_SECONDS) || 10) * 1_000;
/** Until a process is killed that does not stop. */
const GRACE_MS = STOP_MS + 5_000;
/** Servers whose requests are answered before the process ends. */
const serving = new Set<HttpServer>();

/** Services that stop together: on Ctrl-C, when the parent process ends, or when the command fails. */
const running = new Set<Service>();
let stopping = false;

/** How long one attempt may take to reach a service that never answers. */
const ATTEMPT_MS = 5_000;

/**
 * Runs a command's body. A failure is printed, stops all services and ends the process with exit code 1.
 * @param stoppedCode the exit code after a stop signal; not 0 for a command that has not done its work then.
 */
export function main(body: () => Promise<void>, stoppedCode = 0): void {
  process.on('SIGINT', () => void stopEverything(stoppedCode));
  process.on('SIGTERM', () => void stopEverything(stoppedCode));
  // The parent has ended, even if it was killed.
  process.once('disconnect', () => void stopEverything(stoppedCode));
  // The channel to the parent must not keep a command running that is done.
  process.channel?.unref();
  body().catch((error: unknown) => fail(printable(error)));
}

/** Prints a message, stops all services and ends the process with exit code 1. */
export function fail(message: string): void {
  process.stderr.write(`\n${message}\n`);
  void stopEverything(1);
}

async function stopEverything(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  const closed = [...serving].map((server) => closeServer(server, STOP_MS));
  await Promise.all([...closed, ...[...running].map(stopService)]);
  process.exit(code);
}

/**
 * @param purpose for the error message.
 * @param variable selects another port.
 * @throws UserError when the port is in use or not allowed.
 */
export async function requireFreePort(port: number, purpose: string, variable: string): Promise<void> {
  await openAndClose(port, listenHost()).catch((error: NodeJS.ErrnoException) => {
    const holder = error.code === 'EADDRINUSE' ? portHolder(port) : undefined;
    throw new UserError(
      error.code === 'EADDRINUSE'
        ? `Port ${port} (${purpose}) is already in use${holder ? ` by ${holder}` : ''}. Stop the program that uses it, or choose another port with ${variable}.`
        : error.code === 'EACCES'
          ? `This user may not listen on port ${port} (${purpose}). Choose a port above 1023 with ${variable}.`
          : `Port ${port} (${purpose}) cannot be used: ${error.message}.`,
    );
  });
}

export function freePort(): Promise<number> {
  return openAndClose(0, '127.0.0.1');
}

/**
 * The ports that operating systems give to outgoing connections begin far above, and fetch and browsers refuse port 10080:
 * https://fetch.spec.whatwg.org/#bad-port
 */
const RANGES = { from: 10_100, to: 30_000 };

/** Every process looks at the same blocks, so that it never touches a port of a block that another one holds. */
const BLOCK = 200;

/**
 * @param count at most 199.
 * @returns the first of so many ports in a row on which nothing listens, for this process alone.
 * @throws UserError without such ports.
 */
export async function freePortRange(count: number): Promise<number> {
  for (let block = RANGES.from; block < RANGES.to; block += BLOCK) {
    // The first port of the block stays open, which tells others that it is taken.
    const guard = createServer();
    const isOurs = await once(guard.listen(block, '127.0.0.1'), 'listening')
      .then(() =>
        Promise.all(
          Array.from({ length: count }, (_, index) => openAndClose(block + 1 + index, '127.0.0.1')),
        ),
      )
      .then(
        () => true,
        () => false,
      );
    if (isOurs) {
      guard.unref();
      return block + 1;
    }
    guard.close();
  }
  throw new UserError(
    `Between ports ${RANGES.from} and ${RANGES.to} there are no ${count} free ports in a row.`,
  );
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
export async function listen(server: HttpServer, port: number): Promise<void> {
  server.listen(port, listenHost());
  await once(server, 'listening');
}

/** Listens like {@link listen}, and lets requests finish before this command ends. */
export async function serve(server: HttpServer, port: number): Promise<void> {
  serving.add(trackConnections(server));
  await listen(server, port);
}

export interface Service {
  readonly name: string;
  readonly child: ChildProcess;
  /** The end of its output, for the error message when it ends too early. */
  readonly lastLines: () => string;
}

/**
 * The process notices the end of its channel to this one.
 * @param env its whole environment.
 * @param onLine gets its output.
 */
export function spawnService(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void = () => undefined,
  cwd = process.cwd(),
): Service {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    createInterface({ input }).on('line', (line) => {
      if (!line) return;
      lines.push(line);
      if (lines.length > 20) lines.shift();
      onLine(line);
    });
  }
  return { name, child, lastLines: () => lines.join('\n') };
}

/**
 * Stops with this command.
 * @param environment its whole environment.
 * @param onEnd is called when it ends by itself; by default everything else stops then.
 */
export function startService(
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
  onEnd: (status: number | NodeJS.Signals) => void = (status) =>
    fail(`${name} has ended (${status}); stopping the rest.`),
): Service {
  const service = spawnService(name, args, environment, onLine);
  running.add(service);
  const ended = (code: number | null, signal: NodeJS.Signals | null) => {
    // `stopService` removes a service from the set before it stops it.
    if (running.delete(service)) onEnd(code ?? signal ?? 1);
  };
  // By then its last lines have been read.
  service.child.once('close', ended);
  // A grandchild that still holds the output open is not waited for.
  service.child.once('exit', (...status) => setTimeout(ended, 1_000, ...status));
  return service;
}

/** Runs a Node process to its end, as a part of this command. @throws UserError when it fails. */
export function runService(
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    startService(name, args, environment, onLine, (status) => {
      if (status === 0) resolve();
      else reject(new UserError(`${name} failed (${status}).`));
    });
  });
}

/**
 * Waits for 2xx.
 * @param service what responds; without `child` a process that was started elsewhere.
 * @param timeout in milliseconds.
 * @throws UserError when the service ends first, or after `timeout`.
 */
export async function waitUntilReady(
  address: string,
  { name, child, lastLines = () => '' }: Pick<Service, 'name'> & Partial<Service>,
  timeout = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    if (child && hasEnded(child)) throw new UserError(`${name} did not start.\n${lastLines()}`.trim());
    const isReady = await fetch(address, { signal: AbortSignal.timeout(ATTEMPT_MS) }).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new UserError(`${name} did not respond within ${timeout / 1000} seconds.\n${lastLines()}`.trim());
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Sends SIGTERM and waits; after a grace period sends SIGKILL. */
export async function stopService(service: Service): Promise<void> {
  running.delete(service);
  const { child } = service;
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await ended;
  clearTimeout(timer);
}

/** How often a command looks whether npm has ended. */
const PARENT_MS = 500;

/** Ends this process when npm has ended: npm forwards a signal to the shell that it has started, which forwards none. */
export function endWithNpm(): void {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.exit(0);
  }, PARENT_MS);
  timer.unref();
}
