import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';

/** How long proxies have to notice that the server is no longer ready, while it still takes their requests. */
const DRAIN_MS = 1_000;
/** How long a client that has connected may take to send its first request. */
const FIRST_REQUEST_MS = 1_000;
const IDLE_CHECK_MS = 50;

interface Connection {
  /** How many requests have no complete response yet. */
  open: number;
  /** How many bytes had been read when it was last idle: with more, a request is arriving. */
  read: number;
  /** When it may be closed unless a request arrives, by the clock of `performance`. */
  idleAt: number;
}

const connectionsOf = new WeakMap<Server, Map<Socket, Connection>>();

/** Watches a server's connections from its start, so that {@link closeServer} knows which are idle. */
export function trackConnections<Tracked extends Server>(server: Tracked): Tracked {
  const connections = new Map<Socket, Connection>();
  connectionsOf.set(server, connections);
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    const idleAt = performance.now() + FIRST_REQUEST_MS;
    connections.set(socket, { open: 0, read: socket.bytesRead, idleAt });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.open += 1;
    // By then the operating system has the whole response.
    response.once('close', () => {
      connection.open -= 1;
      connection.read = socket.bytesRead;
      connection.idleAt = performance.now();
    });
  });
  return server;
}

/**
 * Stops a server without cutting off a request. For a second, and until no client is connecting, it takes new requests; each
 * response ends its connection. Then it refuses connections, waits for the requests that have begun or are arriving, and
 * closes what is left after `graceMs`.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const started = performance.now();
  const isWithin = (ms: number) => performance.now() - started < ms;
  let arrivals = 0;
  server.on('connection', () => (arrivals += 1));
  server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false));
  await pause(Math.min(DRAIN_MS, graceMs / 2));
  // The system has connected clients that wait to be accepted, and would reset them. A turn accepts at least one of them.
  for (let before = -1; before !== arrivals && isWithin(graceMs / 2);) {
    before = arrivals;
    await nextTurn();
    await nextTurn();
  }
  let isClosed = false;
  // The method of the HTTP server would also end connections whose response has not been sent completely.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  void closed.then(() => (isClosed = true));
  while (!isClosed && isWithin(graceMs)) {
    // After a turn, all bytes have been read that had arrived before it.
    await nextTurn();
    for (const [socket, { open, read, idleAt }] of connectionsOf.get(server) ?? []) {
      if (open === 0 && socket.bytesRead === read && performance.now() >= idleAt) socket.destroy();
    }
    await Promise.race([closed, pause(IDLE_CHECK_MS)]);
  }
  server.closeAllConnections();
}
