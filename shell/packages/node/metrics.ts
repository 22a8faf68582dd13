import type { Server } from 'node:http';
import { collectDefaultMetrics, register } from 'prom-client';
import { portFrom } from './ports';
import { listen } from './processes';
import { createWebServer } from './web-server';
import { isSameToken, requireToken } from './tokens';

/**
 * Serves Prometheus' format at `/metrics` on `METRICS_PORT`, to those who have `METRICS_TOKEN`. Without one nobody reads
 * them: every process of this machine reaches a loopback address.
 * @throws UserError for a token that others could guess.
 */
export async function serveMetrics(): Promise<Server | undefined> {
  const { METRICS_PORT, METRICS_TOKEN, METRICS_TOKEN_SECOND } = process.env;
  if (!METRICS_PORT) return undefined;
  const tokens = Object.entries({ METRICS_TOKEN, METRICS_TOKEN_SECOND }).flatMap(([variable, token]) =>
    token ? [requireToken(variable, token)] : [],
  );
  collectDefaultMetrics();
  const server = createWebServer(({ url, headers }, response) => {
    if (url !== '/metrics') return void response.writeHead(404).end();
    const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!tokens.some((token) => isSameToken(token, given))) {
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
