import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { serve } from '../../../../api/testing/test-server';
import { Counts } from './counts';
import { visitByHttp } from './http-visitor';

const script = 'window.shop = 1;';
const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;

/** Differences from a site without faults. */
interface SiteOptions {
  readonly script?: string;
  readonly scriptStatus?: number;
  readonly pageStatus?: number;
  readonly apiStatus?: number;
  readonly registryStatus?: number;
  /** The revision served after the first page, the second and so on. */
  readonly revisions?: readonly number[];
}

/** Serves a site to one visitor for a few pages. */
async function visitSite(options: SiteOptions): Promise<Counts> {
  const { revisions = [1] } = options;
  const counts = new Counts();
  const run = new AbortController();
  let pages = 0;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) return void response.writeHead(options.apiStatus ?? 200).end('[]');
    if (request.url?.endsWith('.js')) {
      return void response.writeHead(options.scriptStatus ?? 200).end(options.script ?? script);
    }
    const revision = revisions[Math.min(Math.max(pages - 1, 0), revisions.length - 1)] ?? 1;
    const cdn = `http://${request.headers.host}`;
    const live = { version: '1', entry: 'shop/1/entry.js', integrity, scripts: [] };
    const registry = { revision, shell: { live: '1' }, remotes: [{ name: 'shop', live }] };
    if (request.url === '/registry.json') {
      return void response.writeHead(options.registryStatus ?? 200).end(JSON.stringify({ registry }));
    }
    pages += 1;
    if (pages === 4) run.abort();
    response.writeHead(options.pageStatus ?? 200);
    response.end(
      `<script src="/main.js" integrity="${integrity}"></script><script type="application/json" id="isa-registry">${JSON.stringify({ cdn, registry: { ...registry, revision: 1 } })}</script><div id="root"></div>`,
    );
  });
  const { origin } = await serve(server);
  const random = new SeededRandom(1);
  await visitByHttp({ origin, random, counts, pauses: [1, 2], end: run.signal }, ['/']);
  return counts;
}

test('counts no failure on a site without faults', async () => {
  const counts = await visitSite({ revisions: [1, 2, 2, 3] });
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
] as const)('counts %s', async (kind, site) => {
  expect((await visitSite(site)).of(kind)).toBeGreaterThan(0);
});
