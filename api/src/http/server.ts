import { createServer, type Server } from 'node:http';
import { type Problem, problems } from '@isa/api-contract';
import type Koa from 'koa';
import type { ApiState } from './context';

/** Longer than the proxy in front keeps a connection, so that it never sends into one that is closing. */
const KEEP_ALIVE_MS = 65_000;
/** A request has to be in after this time, whatever its size. */
const REQUEST_MS = 30_000;
const IDLE_CHECK_MS = 50;

/** The application as an HTTP server that is not listening yet. */
export function createHttpServer(app: Koa<ApiState>): Server {
  const handle = app.callback();
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS },
    (request, response) => void handle(request, response),
  );
  // What is not even HTTP never reaches the application; it gets the same kind of answer all the same.
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return void socket.destroy();
    const { status, title } = problems['invalid-request'];
    const body: Problem = {
      type: '/problems/invalid-request',
      id: 'invalid-request',
      title,
      status,
      message: title,
      requestId: 'none',
    };
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nConnection: close\r\n\r\n${JSON.stringify(body)}`,
    );
  });
  return server;
}

/**
 * Stops accepting, lets running requests finish and closes what is left after the grace time.
 * @param graceMs how long a request may still take.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose request is answered would stay open for the next one, which never comes.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const end = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(end);
}
