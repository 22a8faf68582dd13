import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { trackConnections } from '@isa/api-contract/close-server';
import {
  BEHIND_A_PROXY,
  endStalledConnections,
  hasValidHost,
  rejection,
  rejectionPage,
} from '@isa/api-contract/rejected-requests';
import type Koa from 'koa';
import type { ApiState } from './context';
import { ProblemError } from './problem-error';

/** Longer than the keep-alive of the proxy in front, so that it never sends into a closing connection. */
const KEEP_ALIVE_MS = 65_000;
const REQUEST_MS = 30_000;
const STALLED_MS = 60_000;
const PROBLEM = 'application/problem+json';
const INVALID_PAGE = rejectionPage('invalid-request');
const INVALID = JSON.stringify(new ProblemError('invalid-request').toBody('none'));

/**
 * @param format of responses to requests that Node refuses before the application gets them.
 * @param certificate with which the server speaks TLS.
 */
export function createHttpServer(
  app: Koa<ApiState>,
  format: 'page' | 'problem' = 'problem',
  certificate?: { readonly cert: Buffer; readonly key: Buffer },
): Server {
  const handle = app.callback();
  const options = { ...BEHIND_A_PROXY, keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS };
  const answer: RequestListener = (request, response) => {
    const { url = '' } = request;
    // Koa would fail at another address before it can answer with a problem.
    const isAddress = url.startsWith('/') || URL.canParse(url, 'http://localhost');
    if (isAddress && hasValidHost(request)) void handle(request, response);
    else if (format === 'problem') response.writeHead(400, { 'Content-Type': PROBLEM }).end(INVALID);
    else response.writeHead(400, { 'Content-Type': 'text/html; charset=utf-8' }).end(INVALID_PAGE);
  };
  const server = trackConnections(
    certificate ? createTlsServer({ ...options, ...certificate }, answer) : createServer(options, answer),
  );
  // A player that needs more asks again.
  endStalledConnections(server, STALLED_MS);
  server.on('clientError', (error, socket) => {
    if (socket.writable) socket.end(rejection(error, format));
    else socket.destroy();
  });
  return server;
}
