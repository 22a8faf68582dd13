import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { calls, ERROR_PHASES } from '@isa/api-contract';
import { listen } from '../../../packages/node/processes';

const NO_ERRORS = Object.fromEntries(ERROR_PHASES.map((phase) => [phase, 0]));

/** How the API fails. */
export type ApiFault = 'down' | 'slow' | 'stalled' | 'failing';

/**
 * Starts what site builders, watchers and registry changes ask of the API: content, its contract, and telemetry
 * by which every release is healthy.
 * @param published the releases of remotes, as `<app>@<version>`.
 */
export async function startChaosApi(port: number, published: ReadonlySet<string>) {
  let deployed = 1;
  let fault: ApiFault | undefined;
  let isDeploying = false;

  function bodyFor(address: string): unknown {
    if (address === '/api/contract') return { calls: {} };
    if (!address.startsWith(calls.releaseTelemetry.path)) return { books: deployed };
    const now = new Date().toISOString();
    const healthy = { views: 1_000, failedViews: 0, errors: NO_ERRORS, measuredViews: 1_000, slowViews: 0 };
    const releases = [...published].flatMap((name) => {
      const [remote = '', version = ''] = name.split('@');
      return ['live', 'canary'].map((slot) => ({ remote, version, slot, ...healthy }));
    });
    return { from: now, until: now, releases };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isDeploying || fault === 'down') return void request.socket.destroy();
    if (fault === 'stalled') return;
    if (fault === 'slow') await delay(1_000);
    if (fault === 'failing') return void response.writeHead(503).end();
    response.writeHead(200, { 'content-type': 'application/json', etag: `"${deployed}"` });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(bodyFor(request.url ?? '')));
  }
  const server = createServer((request, response) => void respond(request, response));
  await listen(server, port);
  return {
    /** Makes the API fail until the next call. */
    fail(next?: ApiFault): void {
      fault = next;
    },
    /** Replaces the API: it is away for a moment, then has other content. */
    async deploy(): Promise<void> {
      isDeploying = true;
      await delay(300);
      deployed += 1;
      isDeploying = false;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
