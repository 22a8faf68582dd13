import { Orders } from '../../database/entities';
import { reconcilePayments } from './reconcile-payments';
import { type Shop, startShop } from './testing/shop';

const bookOne = [{ productId: 1, quantity: 1 }];

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

/** A payment whose order the database has lost. @param change what PayPal shows of it */
async function lose(change: (providerOrderId: string) => void = () => undefined): Promise<string> {
  const { providerOrderId } = await shop.order(bookOne);
  shop.approve(providerOrderId);
  change(providerOrderId);
  shop.sandbox.payments.capture(providerOrderId, undefined);
  await shop.api.deps.db.getRepository(Orders).delete({ providerOrderId });
  return shop.sandbox.payments.order(providerOrderId).capture?.id ?? '';
}

function reconcile() {
  const since = new Date(Date.now() - 60_000);
  const until = new Date(Date.now() + 60_000);
  return reconcilePayments(shop.api.deps, { since, until, erased: new Set() }, () => undefined);
}

const restoredOrders = () => shop.api.deps.db.getRepository(Orders).find();

it.each([
  [
    'of another currency',
    (id: string) => shop.sandbox.payments.alterAmount(id, '49.74', 'JPY'),
    /49\.74 JPY/,
  ],
  [
    'of another amount',
    (id: string) => shop.sandbox.payments.alterAmount(id, '77.00'),
    /do not have its price/,
  ],
  [
    'that went to another account',
    (id: string) => shop.sandbox.payments.redirect(id, 'OTHER'),
    /another account/,
  ],
  ['that cannot be read', (id: string) => shop.sandbox.payments.split(id, 2), /purchase_units/],
])('reports a payment %s, and restores the others', async (_, change, reason) => {
  const reported = await lose(change);
  await lose();

  const { restored, forOperators } = await reconcile();

  expect(restored).toBe(1);
  expect(forOperators).toEqual([expect.stringMatching(reason)]);
  expect(forOperators[0]).toContain(reported);
  expect(await restoredOrders()).toMatchObject([{ status: 'captured', currency: 'GBP', total: 4974 }]);
});

it('goes on after a payment that PayPal does not answer about, and restores it when it is run again', async () => {
  await lose();
  shop.sandbox.setFaults({ rest: [{ operation: 'read', kind: 'error-before', status: 503, times: 1000 }] });
  const { payments } = shop.api.deps;
  const listPayments = async () => {
    const captureIds = [...shop.sandbox.orders.values()].flatMap(({ capture }) => capture?.id ?? []);
    return { captureIds, completeUntil: new Date() };
  };
  const range = { since: new Date(0), until: new Date(), erased: new Set<string>() };
  const deps = { ...shop.api.deps, payments: { ...payments, listPayments } };
  const { forOperators } = await reconcilePayments(deps, range, () => undefined);
  expect(forOperators).toEqual([expect.stringContaining('run this again')]);

  shop.sandbox.setFaults({});
  shop.api.advance(120_000);
  expect((await reconcile()).restored).toBe(1);
});
