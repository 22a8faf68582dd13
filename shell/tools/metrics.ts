import { createServer } from 'node:http';
import { collectDefaultMetrics, register } from 'prom-client';
import { listen } from './processes';
import { metricsPort } from './settings';

/**
 * Serves this process's metrics in Prometheus' text format at `/metrics` on `METRICS_PORT`, if that is set. They contain no
 * secret and no personal data.
 */
export async function serveMetrics(): Promise<void> {
  const port = metricsPort();
  if (port === undefined) return;
  collectDefaultMetrics();
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.destroy(),
    );
  });
  await listen(server, port);
}
