import type { Server } from 'node:http';
import { isThisMachine } from '@isa/api-contract/networks';
import { collectDefaultMetrics, register } from 'prom-client';
import { listenHost, portFrom } from './ports';
import { listen } from './processes';
import { createWebServer } from './web-server';
import { isSameToken, requireToken } from './tokens';
import { UserError } from './user-error';

/**
 * Serves Prometheus' format at `/metrics` on `METRICS_PORT`, to the one who has `METRICS_TOKEN`.
 * @throws UserError without a token on another address than loopback.
 */
export async function serveMetrics(): Promise<Server | undefined> {
  const { METRICS_PORT, METRICS_TOKEN, METRICS_TOKEN_SECOND } = process.env;
  if (!METRICS_PORT) return undefined;
  const tokens = Object.entries({ METRICS_TOKEN, METRICS_TOKEN_SECOND }).flatMap(([variable, token]) =>
    token ? [requireToken(variable, token)] : [],
  );
  if (tokens.length === 0 && !isThisMachine(listenHost())) {
    throw new UserError(
      `METRICS_PORT on HOST=${listenHost()} needs METRICS_TOKEN, because other machines reach it.`,
    );
  }
  collectDefaultMetrics();
  const server = createWebServer(({ url, headers }, response) => {
    if (url !== '/metrics') return void response.writeHead(404).end();
    const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    if (tokens.length > 0 && !tokens.some((token) => isSameToken(token, given))) {
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.destroy(),
    );
  });
  await listen(server, portFrom('METRICS_PORT', 0));
  return server;
}
