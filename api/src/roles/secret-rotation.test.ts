import { calls } from '@isa/api-contract';
import { signInWithPremium } from '../../testing/factories';
import { serve } from '../../testing/test-server';
import { createApp } from './web';
import { Orders } from '../database/entities';
import { createOrderLink } from '../features/orders/order-number';
import { type Shop, startShop } from '../features/orders/testing/shop';
import { createHttpServer } from '../http/server';

const OLD = 'the old secret of this site, 32 characters';
const NEW = 'the new secret of this site, 32 characters';
const [OLD_TOKEN, NEW_TOKEN] = ['o'.repeat(32), 'n'.repeat(32)];

/** What one process holds: its secret, and the second one that it accepts. */
type Stage = readonly [secret: string, ...second: string[]];
/** The steps of a rotation. Processes of adjacent steps run side by side while each is restarted. */
const STAGES: readonly Stage[] = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]];

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({
    PAYPAL_WEBHOOK_ID: 'the-new-webhook',
    PAYPAL_WEBHOOK_ID_SECOND: 'sandbox-webhook',
  });
});

/** Runs another process of the site, on the same database. */
async function withProcess<Result>(stage: Stage, use: (url: string) => Promise<Result>): Promise<Result> {
  const { deps } = shop.api;
  const tokens = stage.map((secret) => (secret === OLD ? OLD_TOKEN : NEW_TOKEN));
  const env: typeof deps.env = { ...deps.env, secret: stage[0], secrets: [...stage], metricsTokens: tokens };
  const { origin } = await serve(createHttpServer(createApp({ ...deps, env })));
  return use(origin);
}

/** Makes a video ticket and an order link with one process. */
async function issue(stage: Stage): Promise<readonly string[]> {
  const customer = await signInWithPremium(shop.api.deps);
  const { providerOrderId } = await shop.buy([{ productId: 1, quantity: 1 }], customer.headers);
  const order = await shop.api.deps.db.getRepository(Orders).findOneByOrFail({ providerOrderId });
  const ticket = await withProcess(stage, async (url) => {
    const response = await fetch(url + calls.createVideoTicket.path, {
      method: 'POST',
      headers: { ...customer.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ lessonId: 1007 }),
    });
    return (await response.json()) as { readonly url: string };
  });
  return [ticket.url, `/api/order-links/${createOrderLink(order, stage[0])}`];
}

/** What another process answers to them. */
const statusesAt = (stage: Stage, paths: readonly string[]) =>
  withProcess(stage, (url) => Promise.all(paths.map(async (path) => (await fetch(url + path)).status)));

test('a rotation of APP_SECRET in steps keeps every video ticket and order link valid', async () => {
  for (const [index, stage] of STAGES.entries()) {
    const paths = await issue(stage);
    const neighbours = STAGES.slice(Math.max(0, index - 1), index + 2);
    for (const neighbour of neighbours) expect(await statusesAt(neighbour, paths)).toEqual([200, 200]);
  }
});

test('a secret that was removed is no longer accepted', async () => {
  expect(await statusesAt([NEW], await issue([OLD]))).toEqual([401, 404]);
});

test('readers of metrics change from one token to the other without a gap', async () => {
  const statusOf = (stage: Stage, token: string) =>
    withProcess(stage, async (url) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${url}/metrics`, { headers })).status;
    });
  expect(await statusOf([OLD, NEW], OLD_TOKEN)).toBe(200);
  expect(await statusOf([OLD, NEW], NEW_TOKEN)).toBe(200);
  expect(await statusOf([NEW], OLD_TOKEN)).toBe(401);
});

test('events of the webhook that is being replaced are accepted', async () => {
  shop.connectWebhooks();
  const { providerOrderId } = await shop.order([{ productId: 1, quantity: 1 }]);
  shop.approve(providerOrderId);
  await shop.sandbox.deliveries.settled();
  expect((await shop.row(providerOrderId)).status).toBe('captured');
});
