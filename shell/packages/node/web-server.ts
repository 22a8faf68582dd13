import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isThisMachine, plainTextProblem } from '@isa/api-contract/networks';
import { hasValidHost, rejection, rejectionPage } from '@isa/api-contract/rejected-requests';
import { listenHost } from './ports';
import { UserError } from './user-error';

/**
 * A server that answers requests which Node refuses with a page that says why; with TLS if `TLS_CERTIFICATE` and `TLS_KEY` name files.
 * @throws UserError in production without them where other machines reach it.
 */
export function createWebServer(handle: RequestListener, options: ServerOptions = {}): Server {
  const server = listener((request, response) => {
    if (hasValidHost(request)) return handle(request, response);
    return response.writeHead(400, REJECTED).end(rejectionPage('invalid-request'));
  }, options);
  server.on('clientError', (error, socket) => {
    if (socket.writable) socket.end(rejection(error, 'page'));
    else socket.destroy();
  });
  return server;
}

const REJECTED = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  Connection: 'close',
};

function listener(handle: RequestListener, options: ServerOptions): Server {
  const { TLS_CERTIFICATE, TLS_KEY, NODE_ENV } = process.env;
  if (TLS_CERTIFICATE && TLS_KEY) {
    const certificate = { cert: readFileSync(TLS_CERTIFICATE), key: readFileSync(TLS_KEY) };
    return createTlsServer({ ...options, ...certificate }, handle);
  }
  if (NODE_ENV === 'production' && !isThisMachine(listenHost())) {
    throw new UserError(
      `Other machines reach HOST=${listenHost()}: set TLS_CERTIFICATE and TLS_KEY, so that requests are encrypted.`,
    );
  }
  return createServer(options, handle);
}

/** @throws UserError for an address of another machine without TLS. */
export function requireEncrypted(variable: string, address: string): string {
  const problem = URL.canParse(address) ? plainTextProblem(address) : 'is not an address';
  if (problem === undefined) return address;
  throw new UserError(`${variable}=${address} is not safe: it ${problem}.`);
}
