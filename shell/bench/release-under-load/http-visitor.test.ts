import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chanceOf } from './chance';
import { Counts } from './counts';
import { walkByHttp } from './http-visitor';

const script = 'window.shop = 1;';
const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;

interface Site {
  readonly script?: string;
  readonly scriptStatus?: number;
  readonly pageStatus?: number;
  readonly apiStatus?: number;
  readonly registryStatus?: number;
  /** Of the first page, the second and so on. */
  readonly revisions?: readonly number[];
}

/** Lets one visitor walk through a site until it has seen a few pages. */
async function walkThrough(wanted: Site): Promise<Counts> {
  const { revisions = [1] } = wanted;
  const counts = new Counts();
  const run = new AbortController();
  let pages = 0;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) return void response.writeHead(wanted.apiStatus ?? 200).end('[]');
    if (request.url?.endsWith('.js')) {
      return void response.writeHead(wanted.scriptStatus ?? 200).end(wanted.script ?? script);
    }
    const revision = revisions[Math.min(Math.max(pages - 1, 0), revisions.length - 1)] ?? 1;
    const cdn = `http://${request.headers.host}`;
    const live = { version: '1', entry: 'shop/1/entry.js', integrity, scripts: [] };
    const registry = { revision, shell: { live: '1' }, remotes: [{ name: 'shop', live }] };
    if (request.url === '/registry.json') {
      return void response.writeHead(wanted.registryStatus ?? 200).end(JSON.stringify({ registry }));
    }
    pages += 1;
    if (pages === 4) run.abort();
    response.writeHead(wanted.pageStatus ?? 200);
    response.end(
      `<script src="/main.js" integrity="${integrity}"></script><script type="application/json" id="isa-registry">${JSON.stringify({ cdn, registry: { ...registry, revision: 1 } })}</script><div id="root"></div>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await walkByHttp({ origin, chance: chanceOf(1), counts, pauses: [1, 2], ended: run.signal }, ['/']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return counts;
}

test('a site that is whole gives nothing to complain of', async () => {
  const counts = await walkThrough({ revisions: [1, 2, 2, 3] });
  expect(counts.examples).toEqual([]);
  expect([counts.pageViews, counts.filesVerified]).toEqual([4, 2]);
  expect(counts.apiCalls).toBeGreaterThan(0);
});

test.each([
  ['failed page views', { pageStatus: 500 }],
  ['hash mismatches', { script: 'window.shop = 2;' }],
  ['missing files', { scriptStatus: 404 }],
  ['missing files', { registryStatus: 404 }],
  ['failed API calls', { apiStatus: 503 }],
  ['registry going back', { revisions: [5, 4] }],
] as const)('%s are counted', async (kind, site) => {
  expect((await walkThrough(site)).of(kind)).toBeGreaterThan(0);
});
