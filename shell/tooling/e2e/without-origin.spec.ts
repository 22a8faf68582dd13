import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calls } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import { expect, test } from '@playwright/test';
import { sampleCredentials, sampleMerchant, startSandbox } from '../../../api/paypal-sandbox/sandbox';
import { realisticPauses, purchase } from '../../../api/testing/faults/buyer';
import { SeededRandom } from '../../../api/testing/faults/seeded-random';
import { createCdnServer } from '../../platform/server/cdn-server';
import { startBucketServer } from '../testing/release/bucket-server';
import { siteMapAddresses } from '../testing/release-under-load/http-visitor';
import { startEdgeCdn } from '../testing/site/edge-cdn';
import { keysFolder, storeFolder } from '../../platform/store/locations';
import { runNode, sourceScript } from '../../packages/node/node';
import {
  freePort,
  listen,
  type Service,
  startService,
  stopService,
  waitUntilReady,
} from '../../packages/node/processes';
import { waitUntilHydrated } from './support/hydration';
import { addToCart, main } from './support/page';

/** How long the database and all pages may take to be ready. */
const START_MS = 180_000;

/** Addresses of app shell files, whose content depends on the visitor or on the address. */
const FRAMES = ['/ISA-Books/77', '/my-orders/a-link', '/checkout', '/my-courses/'];

test('the site without a running process of it shows every page, and sells again with the API @all', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'isa-without-origin-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const bucket = await startBucketServer('site/');
    stops.push(bucket.close);
    const [apiPort, cdnPort, sandboxPort] = await Promise.all([freePort(), freePort(), freePort()]);
    // The CDN of the releases.
    const store = createCdnServer();
    await listen(store, cdnPort);
    stops.push(async () => {
      store.closeAllConnections();
      store.close();
    });
    const cdnOrigin = `http://localhost:${cdnPort}`;
    const apiOrigin = `http://127.0.0.1:${apiPort}`;
    const sandbox = await startSandbox({
      port: sandboxPort,
      credentials: sampleCredentials,
      merchant: sampleMerchant,
      webhook: { id: 'sandbox-webhook', url: `${apiOrigin}/api/paypal/webhooks` },
      webhookPauseMs: 200,
    });
    stops.push(() => sandbox.stop());
    const httpMethod = [
      'edge',
      '--bucket',
      bucket.url,
      '--site-origin',
      'http://localhost',
      '--cdn-origin',
      cdnOrigin,
    ];
    const module = await runNode(
      'The command edge',
      sourceScript('shell/tooling/commands/release.ts', ...httpMethod),
    );
    const edge = await startEdgeCdn(module, apiOrigin);
    stops.push(edge.stop);

    const environment = {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      DATA_FOLDER: folder,
      SITE_ORIGIN: edge.origin,
    };
    const startApi = async (): Promise<Service> => {
      const api = startService(
        'The API',
        sourceScript('api/src/roles/main.ts', '--migrate', '--seed'),
        {
          ...environment,
          API_PORT: String(apiPort),
          PAYPAL_API_URL: sandbox.origin,
          PAYPAL_SDK_URL: `${sandbox.origin}/sdk/js`,
          PAYPAL_MERCHANT_ID: sampleMerchant.id,
        },
        () => undefined,
      );
      stops.push(() => stopService(api));
      await waitUntilReady(`${apiOrigin}/api/health/ready`, api, START_MS);
      return api;
    };
    const api = await startApi();
    const prerender = startService(
      'The role prerender',
      sourceScript('shell/tooling/commands/role.ts', 'prerender'),
      {
        ...environment,
        ...bucket.environment,
        SITE_URL: 's3://releases/site',
        STORE_FOLDER: storeFolder,
        KEYS_FOLDER: keysFolder,
        CDN_ORIGIN: cdnOrigin,
        API_ORIGIN: apiOrigin,
      },
      () => undefined,
    );
    stops.push(() => stopService(prerender));
    await waitUntilReady(`${edge.origin}/`, prerender, START_MS);
    expect(bucket.requests.filter((request) => !/^(?:GET|PUT) site\//.test(request))).toEqual([]);

    await Promise.all([stopService(api), stopService(prerender)]);
    expect((await fetch(`${edge.origin}/api/books`)).status).toBe(503);
    const scripts = new Set<string>();
    const addresses = await siteMapAddresses(edge.origin);
    expect(addresses.length).toBeGreaterThan(60);
    for (const address of [...addresses, ...FRAMES]) {
      const response = await fetch(edge.origin + address);
      const html = await response.text();
      expect([address, response.status, html.includes('</html>')]).toEqual([address, 200, true]);
      for (const [, script = ''] of html.matchAll(/(?:src|href)="([^"]*\.js)"/g)) scripts.add(script);
    }
    expect((await fetch(`${edge.origin}/nowhere`)).status).toBe(404);
    expect(scripts.size).toBeGreaterThan(5);
    for (const script of scripts) {
      expect([script, (await fetch(new URL(script, edge.origin))).status]).toEqual([script, 200]);
    }
    await page.goto(`${edge.origin}/isa-books/1`);
    await waitUntilHydrated(page);
    await addToCart(page);
    await expect(page.getByText(/is in your cart/)).toBeVisible();
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();

    await startApi();
    const items = [{ productId: 1, quantity: 1 }];
    const priced = await fetch(edge.origin + calls.priceBasket.path, {
      method: calls.priceBasket.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    });
    const { total } = callSchemas.priceBasket.response.parse(await priced.json());
    const errors: string[] = [];
    const context = {
      url: edge.origin,
      sandbox,
      random: new SeededRandom(1),
      step: () => undefined,
      onError: (error: string) => errors.push(error),
      pauses: realisticPauses,
    };
    const buyer = {
      items,
      total,
      headers: {},
      decision: 'approves',
      patience: 'stays',
      captures: 1,
    } as const;
    expect(await purchase(context, buyer)).toEqual({ outcome: 'paid' });
    expect(errors).toEqual([]);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
});
