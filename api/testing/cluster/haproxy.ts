import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port';
import { startProgram, waitForProgram } from '../program';

/** The program of the Debian package. */
const HAPROXY = '/usr/sbin/haproxy';
const START_MS = 20_000;
/** The account of the check: no password, no rights. */
export const CHECK_ACCOUNT = "haproxy@'127.0.0.1'";

export interface RunningProxy {
  readonly port: number;
  /** A second process takes over the port; the first one ends with its connections, after five seconds at most. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

interface Backend {
  readonly name: string;
  readonly port: number;
}

/**
 * Starts HAProxy in front of database nodes. It leads all connections to one of them, and to another one only when that one
 * is dead, frozen, read-only or without quorum; all connections to it end then, so that nobody writes on two nodes. A
 * node that is back gets nothing until the present one fails.
 */
export function startDatabaseProxy(nodes: readonly Backend[]): Promise<RunningProxy> {
  return startProxy(databasePart(nodes), greets);
}

/** Starts HAProxy in front of web servers, of which those that listen share the requests. */
export function startBalancer(servers: readonly Backend[]): Promise<RunningProxy> {
  return startProxy(webPart(servers), (port) => respondsAt(`http://127.0.0.1:${port}/`));
}

/**
 * @param part the configuration from the mode on, for a port.
 * @param isReady whether it leads to a server.
 */
async function startProxy(
  part: (port: number) => string,
  isReady: (port: number) => Promise<boolean>,
): Promise<RunningProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-haproxy-'));
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  const socket = path.join(folder, 'socket');
  await writeFile(file, configuration(part(port), socket));
  const launch = (...options: readonly string[]) =>
    startProgram(HAPROXY, ['-db', '-f', file, ...options], folder);
  const first = launch();
  const running = [first];
  const stop = async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await rm(folder, { recursive: true, force: true });
  };
  await waitForProgram('HAProxy', first, () => isReady(port), START_MS);
  return {
    port,
    stop,
    async reload() {
      const old = running.splice(0);
      const pids = old.map(({ child }) => String(child.pid));
      running.push(launch('-x', socket, '-sf', ...pids));
      await Promise.all(old.map(({ ended }) => ended));
    },
  };
}

/** Whether a database greets its clients on this port. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(port, '127.0.0.1').setTimeout(1_000, () => connection.destroy());
    connection.once('data', () => resolve(true)).once('data', () => connection.destroy());
    connection.once('error', () => resolve(false)).once('close', () => resolve(false));
  });
}

function respondsAt(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      // While no server listens, HAProxy answers itself and names no program. What a server answers does not matter.
      return response.headers.has('server');
    },
    () => false,
  );
}

function configuration(part: string, socket: string): string {
  return `
global
  maxconn 1000
  hard-stop-after 5s
  stats socket ${socket} mode 600 level admin expose-fd listeners
defaults
  timeout connect 2s
  timeout check 1s
  option redispatch
  default-server check inter 500ms fastinter 250ms fall 2 rise 2 on-marked-down shutdown-sessions
${part}`;
}

const serverLines = (servers: readonly Backend[], ofOthers = '') =>
  servers
    .map(({ name, port }, index) => `  server ${name} 127.0.0.1:${port}${index > 0 ? ofOthers : ''}\n`)
    .join('');

const webPart = (servers: readonly Backend[]) => (port: number) =>
  `
listen web
  bind 127.0.0.1:${port}
  mode http
  timeout client 1m
  timeout server 1m
  option forwardfor
  # A connection that nginx is closing gets no other request.
  option http-server-close
${serverLines(servers)}`;

const databasePart = (nodes: readonly Backend[]) => (port: number) =>
  `
listen database
  bind 127.0.0.1:${port}
  mode tcp
  # Connections of a pool rest for long; the API ends those that do not answer.
  timeout client 1h
  timeout server 1h
  # Remembers the writer: one that comes back does not replace its successor.
  stick-table type ip size 1 nopurge
  stick on dst
  option tcp-check
${check()
  .map((line) => `  tcp-check ${line}\n`)
  .join('')}
${serverLines(nodes, ' backup')}`;

/**
 * A login and a statement by the client protocol of MariaDB. HAProxy's own check for MySQL only logs in, which a read-only
 * node and one without quorum accept.
 */
function check(): string[] {
  const state = `SELECT IF(@@global.read_only = 0 AND VARIABLE_VALUE = 'ON', 'may', 'must not') AS state
    FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'WSREP_READY'`;
  const logIn = Buffer.concat([
    // CLIENT_LONG_PASSWORD, CLIENT_PROTOCOL_41, CLIENT_SECURE_CONNECTION, CLIENT_PLUGIN_AUTH
    Buffer.from('01820800', 'hex'),
    Buffer.from('00000001', 'hex'),
    Buffer.from([33]),
    Buffer.alloc(23),
    Buffer.from('haproxy\0\0mysql_native_password\0'),
  ]);
  const query = Buffer.concat([Buffer.from([3]), Buffer.from(state.replace(/\s+/g, ' '))]);
  return [
    'connect',
    // A server of MySQL's protocol begins with the greeting of version 10.
    'expect rbinary (?i)^.{6}000a',
    `send-binary ${packet(1, logIn)}`,
    'expect rbinary (?i)^.{6}0200',
    // The server closes the connection after the logout, so that another result fails at once, not after a time-out.
    `send-binary ${packet(0, query)}${packet(0, Buffer.from([1]))}`,
    // A text of three letters.
    `expect binary ${Buffer.from('\x03may').toString('hex')}`,
  ];
}

function packet(sequence: number, content: Buffer): string {
  const header = Buffer.alloc(4);
  header.writeUIntLE(content.length, 0, 3);
  header.writeUInt8(sequence, 3);
  return Buffer.concat([header, content]).toString('hex');
}
