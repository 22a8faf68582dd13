import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, printLine as log } from '../../../packages/node/processes';
import { printable } from '../../../packages/node/user-error';
import { startPackagedSite } from './start-packaged-site';

/** Runs the whole site as on several machines until it is stopped, and prints its addresses. */
async function runCluster(stopping: AbortSignal): Promise<void> {
  const stopped = once(stopping, 'abort');
  const site = await startPackagedSite({
    kind: 'cluster',
    processes: { web: 2, jobs: 2, prerender: 2, watch: 2, ops: 1 },
    log,
    stopping,
  });
  const token = await readFile(path.join(site.folder, 'ops-token'), 'utf8');
  const addresses = {
    'the site': site.origin,
    'its API, through HAProxy': `http://localhost:${site.balancer?.port}/api/health/ready`,
    nginx: site.nginx.map(({ url }) => url).join('  '),
    "operators' pages": `${site.opsOrigin}/ops, token ${token.trim()}`,
    'store and site': site.bucket?.environment.AWS_ENDPOINT_URL_S3,
    'payment sandbox': site.sandbox.origin,
    'metrics of the roles': site.roles.map(({ metrics }) => metrics).join('  '),
    'database through HAProxy': site.database.url,
    'database nodes': site.database.servers.map(({ url }) => url).join('  '),
    Redis: site.redis?.url,
  };
  for (const [name, address] of Object.entries(addresses)) log(`${name.padEnd(28)} ${address}`);
  log('Ctrl-C stops everything.');
  await stopped;
  await site.stop();
}

const stopping = new AbortController();
// A second signal must not end it before its parts have ended.
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, () => stopping.abort());
runCluster(stopping.signal).then(
  () => process.exit(0),
  (error: unknown) => (stopping.signal.aborted ? process.exit(0) : fail(printable(error))),
);
