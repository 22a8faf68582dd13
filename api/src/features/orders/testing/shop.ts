import { type BasketItem, calls } from '@isa/api-contract';
import { IsNull, Not } from 'typeorm';
import { type Approval, sampleApproval } from '../../../../paypal-sandbox/records';
import { sampleCredentials, sampleMerchant, startSandbox } from '../../../../paypal-sandbox/sandbox';
import { startApi, type TestApi } from '../../../../testing/api';
import { atEnd } from '../../../../testing/at-end';
import { cookiesOf } from '../../../../testing/cookies';
import { netCaptured } from '../../../../testing/net-captured';
import { Entitlements, Orders } from '../../../database/entities';
import { createPaypalClient, measurePayments } from '../payments/paypal-client';
import { paypalSettings } from '../payments/paypal-settings';
import { sweepOrders } from '../settle';

type Headers = Readonly<Record<string, string>>;

/** The API and the payment sandbox, and the steps of a purchase. */
export type Shop = Awaited<ReturnType<typeof startShop>>;

/** Starts both until the tests of the file have ended, with the catalogue in the database. */
export async function startShop(
  variables: Readonly<Record<string, string>> = {},
  databaseServer?: string,
  hasAccounts = false,
) {
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
    hasAccounts,
    env,
    replace: (deps) => ({
      payments: measurePayments(
        createPaypalClient({ ...paypalSettings(deps.env), retryPauseMs: 5 }, { now: deps.now }),
        () => undefined,
      ),
    }),
  });
  const orders = api.deps.db.getRepository(Orders);

  const total = async (items: readonly BasketItem[]) => {
    const { body } = await api.call(calls.priceBasket, { body: { items: [...items] } });
    return body.total;
  };
  async function order(items: readonly BasketItem[], headers: Headers = {}) {
    const body = { items: [...items], expectedTotal: await total(items), digitalConsent: true };
    const response = await api.call(calls.createOrder, { body }, { headers });
    return { providerOrderId: response.body.providerOrderId, headers: withCookies(headers, response) };
  }
  function approve(providerOrderId: string, changes: Partial<Approval> = {}): void {
    sandbox.payments.approve(providerOrderId, {
      ...sampleApproval(sandbox.payments.order(providerOrderId)),
      ...changes,
    });
  }
  async function capture(providerOrderId: string, headers: Headers = {}) {
    const input = { params: { providerOrderId }, body: {} };
    return (await api.call(calls.captureOrder, input, { headers })).body.order;
  }
  return {
    api,
    sandbox,
    total,
    /** Delivers the sandbox's events to the API. */
    connectWebhooks: () =>
      sandbox.deliveries.redirect({ id: 'sandbox-webhook', url: `${api.url}/api/paypal/webhooks` }),
    /** Creates an order at current prices. The returned headers contain this browser's cookies. */
    order,
    approve,
    capture,
    refuseCapture: (providerOrderId: string, headers: Headers): ReturnType<TestApi['refuse']> =>
      api.refuse(calls.captureOrder, { params: { providerOrderId }, body: {} }, { headers }),
    /** Buys in all three steps: order, approval, capture. */
    async buy(items: readonly BasketItem[], headers: Headers = {}) {
      const created = await order(items, headers);
      approve(created.providerOrderId);
      return { ...created, order: await capture(created.providerOrderId, created.headers) };
    },
    /** One run of the sweep in which every order is due. */
    async sweep() {
      await orders.update({ dueAt: Not(IsNull()) }, { dueAt: new Date(0) });
      await sweepOrders(api.deps);
    },
    row: (providerOrderId: string) => orders.findOneByOrFail({ providerOrderId }),
    entitlements: (userId?: number) =>
      api.deps.db.getRepository(Entitlements).findBy(userId === undefined ? {} : { userId }),
    /** @returns the pence that the provider has captured and not refunded. */
    moneyTaken: () => [...sandbox.orders.values()].reduce((sum, one) => sum + netCaptured(one), 0),
    async close() {
      await api.close();
      await stopSandbox();
    },
  };
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
