import { type BasketItem, calls, type Order, type Pence } from '@isa/api-contract';
import { IsNull, Not } from 'typeorm';
import { type Approval, sampleApproval } from '../../../../paypal-sandbox/records';
import {
  sampleCredentials,
  sampleMerchant,
  type Sandbox,
  startSandbox,
} from '../../../../paypal-sandbox/sandbox';
import { startApi, type TestApi } from '../../../../testing/api';
import { atEnd } from '../../../../testing/at-end';
import { cookiesOf } from '../../../../testing/cookies';
import { takenOf } from '../../../../testing/money-taken';
import { type Entitlement, Entitlements, type OrderRow, Orders } from '../../../database/entities';
import { createPaypalClient, measurePayments } from '../payments/paypal-client';
import { paypalSettings } from '../payments/paypal-settings';
import { sweepOrders } from '../settle';

type Headers = Readonly<Record<string, string>>;

/** The API and the payment sandbox, and the steps of a purchase. */
export interface Shop {
  readonly api: TestApi;
  readonly sandbox: Sandbox;
  /** Delivers the sandbox's events to the API. */
  connectWebhooks(): void;
  /** Creates an order at current prices. The returned headers contain this browser's cookies. */
  order(
    items: readonly BasketItem[],
    headers?: Headers,
  ): Promise<{ providerOrderId: string; headers: Headers }>;
  approve(providerOrderId: string, changes?: Partial<Approval>): void;
  capture(providerOrderId: string, headers?: Headers): Promise<Order>;
  refuseCapture(providerOrderId: string, headers: Headers): ReturnType<TestApi['refuse']>;
  /** One run of the sweep in which every order is due. */
  sweep(): Promise<void>;
  /** Buys in all three steps: order, approval, capture. */
  buy(
    items: readonly BasketItem[],
    headers?: Headers,
  ): Promise<{ providerOrderId: string; headers: Headers; order: Order }>;
  total(items: readonly BasketItem[]): Promise<Pence>;
  row(providerOrderId: string): Promise<OrderRow>;
  entitlements(userId?: number): Promise<Entitlement[]>;
  /** @returns the pence that the provider has captured and not refunded. */
  moneyTaken(): number;
  close(): Promise<void>;
}

/** Starts both until the tests of the file have ended, with the catalogue in the database. */
export async function startShop(
  variables: Readonly<Record<string, string>> = {},
  databaseServer?: string,
): Promise<Shop> {
  const sandbox = await startSandbox({
    port: 0,
    credentials: sampleCredentials,
    merchant: sampleMerchant,
    webhookPauseMs: 10,
  });
  const env = { PAYPAL_API_URL: sandbox.origin, PAYPAL_MERCHANT_ID: sampleMerchant.id, ...variables };
  const stopSandbox = atEnd(() => sandbox.stop());
  const api = await startApi({
    seeded: true,
    databaseServer,
    env,
    replace: (deps) => ({
      payments: measurePayments(
        createPaypalClient(
          { ...paypalSettings(deps.env), timeoutMs: 2000, retryPauseMs: 5 },
          { now: deps.now },
        ),
        () => undefined,
      ),
    }),
  });
  const orders = api.deps.db.getRepository(Orders);

  const total = async (items: readonly BasketItem[]) => {
    const { body } = await api.call(calls.priceBasket, { body: { items: [...items] } });
    return body.total;
  };
  const shop: Shop = {
    api,
    sandbox,
    total,
    connectWebhooks: () =>
      sandbox.deliveries.redirect({ id: 'sandbox-webhook', url: `${api.url}/api/paypal/webhooks` }),
    async order(items, headers = {}) {
      const body = { items: [...items], expectedTotal: await total(items), digitalConsent: true };
      const response = await api.call(calls.createOrder, { body }, { headers });
      return { providerOrderId: response.body.providerOrderId, headers: withCookies(headers, response) };
    },
    approve(providerOrderId, changes = {}) {
      sandbox.payments.approve(providerOrderId, {
        ...sampleApproval(sandbox.payments.order(providerOrderId)),
        ...changes,
      });
    },
    async capture(providerOrderId, headers = {}) {
      const input = { params: { providerOrderId }, body: {} };
      return (await api.call(calls.captureOrder, input, { headers })).body.order;
    },
    refuseCapture: (providerOrderId, headers) =>
      api.refuse(calls.captureOrder, { params: { providerOrderId }, body: {} }, { headers }),
    async buy(items, headers = {}) {
      const created = await shop.order(items, headers);
      shop.approve(created.providerOrderId);
      return { ...created, order: await shop.capture(created.providerOrderId, created.headers) };
    },
    async sweep() {
      await orders.update({ dueAt: Not(IsNull()) }, { dueAt: new Date(0) });
      await sweepOrders(api.deps);
    },
    row: (providerOrderId) => orders.findOneByOrFail({ providerOrderId }),
    entitlements: (userId) =>
      api.deps.db.getRepository(Entitlements).findBy(userId === undefined ? {} : { userId }),
    moneyTaken: () => [...sandbox.orders.values()].reduce((sum, order) => sum + takenOf(order), 0),
    async close() {
      await api.close();
      await stopSandbox();
    },
  };
  return shop;
}

/** Adds the response's cookies to the headers. */
function withCookies(headers: Headers, response: { readonly headers: globalThis.Headers }): Headers {
  const received = Object.entries(cookiesOf(response)).map(([name, { value }]) => `${name}=${value}`);
  const before = (headers['Cookie'] ?? '').split('; ').filter((pair) => pair !== '');
  const unchanged = before.filter(
    (pair) => !received.some((other) => other.split('=')[0] === pair.split('=')[0]),
  );
  return { ...headers, Cookie: [...unchanged, ...received].join('; ') };
}
