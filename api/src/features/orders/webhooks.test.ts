import { createHash } from 'node:crypto';
import { PaymentEvents } from '../../database/entities';
import { signIn } from '../../../testing/factories';
import { createSigner, signedMessage } from '../../../paypal-sandbox/webhooks';
import { recordPayment } from './record-payment';
import { refundOrder } from './refund-order';
import { type Shop, startShop } from './testing/shop';

const bookOne = [{ productId: 1, quantity: 1 }];
const premium = [{ productId: 1999, quantity: 1 }];

describe('webhooks', () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await startShop();
    shop.connectWebhooks();
  });
  afterEach(() => shop.close());

  const captureOf = async (providerOrderId: string) => (await shop.row(providerOrderId)).captureId ?? '';

  it('capture the payment of a buyer who closed the tab after approving', async () => {
    const customer = await signIn(shop.api.deps);
    const { providerOrderId } = await shop.order(premium, customer.headers);
    shop.approve(providerOrderId);
    await shop.sandbox.deliveries.settled();
    expect((await shop.row(providerOrderId)).status).toBe('captured');
    expect(await shop.entitlements(customer.user.id)).toHaveLength(1);
    expect(await shop.api.mails(customer.user.email)).toHaveLength(1);
  });

  it('change nothing when repeated, and are acknowledged alike', async () => {
    shop.sandbox.setFaults({ webhooks: { copies: 5 } });
    const customer = await signIn(shop.api.deps);
    await shop.buy(premium, customer.headers);
    await shop.sandbox.deliveries.settled();
    expect(await shop.api.deps.db.getRepository(PaymentEvents).count()).toBe(2);
    expect(await shop.entitlements(customer.user.id)).toHaveLength(1);
    expect(await shop.api.mails(customer.user.email)).toHaveLength(1);
    expect(shop.moneyTaken()).toBe(7700);
  });

  it('may arrive in the wrong order: a refund before its payment grants nothing afterwards', async () => {
    const customer = await signIn(shop.api.deps);
    const { providerOrderId } = await shop.order(premium, customer.headers);
    shop.sandbox.setFaults({ webhooks: { delayMs: 50 } });
    shop.approve(providerOrderId);
    const { record } = shop.sandbox.payments.capture(providerOrderId, undefined);
    shop.sandbox.payments.refund(record.capture?.id ?? '', undefined);
    await shop.sandbox.deliveries.settled();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'refunded', dueAt: null });
    expect(await shop.entitlements(customer.user.id)).toEqual([]);
  });

  it('revoke premium access upon a refund and mail the customer', async () => {
    const customer = await signIn(shop.api.deps);
    const { providerOrderId } = await shop.buy(premium, customer.headers);
    shop.sandbox.payments.refund(await captureOf(providerOrderId), undefined);
    await shop.sandbox.deliveries.settled();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'refunded', refunded: 7700 });
    const [entitlement] = await shop.entitlements(customer.user.id);
    expect(entitlement?.revokedAt).toBeInstanceOf(Date);
    const subjects = (await shop.api.mails(customer.user.email)).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringMatching(/^Your order/), expect.stringMatching(/^Refund/)]);
    // Once refunded, the access can be bought again.
    expect((await shop.buy(premium, customer.headers)).order.status).toBe('captured');
  });

  describe('about a payment that the buyer’s bank takes back', () => {
    const reverse = async () => {
      const customer = await signIn(shop.api.deps);
      const { providerOrderId } = await shop.buy([...premium, ...bookOne], customer.headers);
      await shop.sandbox.deliveries.settled();
      shop.sandbox.payments.reverse(await captureOf(providerOrderId));
      await shop.sandbox.deliveries.settled();
      return { customer, providerOrderId };
    };
    const kindsFor = async ({ user }: Awaited<ReturnType<typeof signIn>>) =>
      (await shop.api.mails(user.email)).map(({ kind }) => kind);

    it('close the order, end premium access and tell buyer and staff', async () => {
      const { customer, providerOrderId } = await reverse();
      const order = await shop.row(providerOrderId);
      expect(order).toMatchObject({ status: 'reversed', refunded: order.total });
      expect(order.attention).toMatch(/taken back/);
      expect(await shop.entitlements(customer.user.id)).toMatchObject([
        { revokedAt: expect.any(Date) as Date },
      ]);
      expect(await kindsFor(customer)).toEqual(['order-confirmation', 'payment-reversed']);
    });

    it('open the order and premium access again when the dispute is decided for us, once', async () => {
      const { customer, providerOrderId } = await reverse();
      shop.sandbox.setFaults({ webhooks: { copies: 3 } });
      shop.sandbox.payments.reinstate(await captureOf(providerOrderId));
      await shop.sandbox.deliveries.settled();
      const order = await shop.row(providerOrderId);
      expect(order).toMatchObject({ status: 'captured', refunded: 0, refunding: 0 });
      expect(order.attention).toMatch(/been returned to us/);
      expect(await shop.entitlements(customer.user.id)).toMatchObject([{ revokedAt: null }]);
      expect(await kindsFor(customer)).toEqual([
        'order-confirmation',
        'payment-reversed',
        'payment-reinstated',
      ]);
      expect(shop.moneyTaken()).toBe(order.total - order.refunded);
    });

    it('tell the buyer of each time, and of a refund after it', async () => {
      const { customer, providerOrderId } = await reverse();
      const captureId = await captureOf(providerOrderId);
      const settled = () => shop.sandbox.deliveries.settled();
      shop.sandbox.payments.reinstate(captureId);
      await settled();
      shop.sandbox.payments.reverse(captureId);
      await settled();
      shop.sandbox.payments.reinstate(captureId);
      await settled();
      const { id } = await shop.row(providerOrderId);
      const request = { lines: 'all', reason: 'Lost', by: null } as const;
      await refundOrder(shop.api.deps, id, { ...request, key: 'after-reinstatement' });
      await settled();
      expect((await kindsFor(customer)).sort()).toEqual([
        'order-confirmation',
        'order-refunded',
        ...['payment-reinstated', 'payment-reinstated'],
        ...['payment-reversed', 'payment-reversed'],
      ]);
    });

    it('keep the order open when only a part was taken back, and tell the staff', async () => {
      const customer = await signIn(shop.api.deps);
      const { providerOrderId } = await shop.buy([...premium, ...bookOne], customer.headers);
      await shop.sandbox.deliveries.settled();
      const part = { currency_code: 'GBP', value: '15.00' };
      shop.sandbox.payments.reverse(await captureOf(providerOrderId), part);
      await shop.sandbox.deliveries.settled();
      const order = await shop.row(providerOrderId);
      expect(order).toMatchObject({ status: 'captured', refunded: 1500 });
      expect(order.attention).toContain('£15.00 of the payment were taken back');
      expect(await shop.entitlements(customer.user.id)).toMatchObject([{ revokedAt: null }]);
      expect(shop.moneyTaken()).toBe(order.total - 1500);
    });

    it('close the order for good although a payment that was read before is recorded after it', async () => {
      const { providerOrderId } = await shop.buy(bookOne);
      await shop.sandbox.deliveries.settled();
      const order = await shop.row(providerOrderId);
      const before = await shop.api.deps.payments.readPayment(providerOrderId);
      shop.sandbox.payments.reverse(order.captureId ?? '');
      await shop.sandbox.deliveries.settled();
      await recordPayment(shop.api.deps, order, before);
      expect((await shop.row(providerOrderId)).status).toBe('reversed');
    });

    it('keep the order open when the report of the reversal comes after that of the won dispute', async () => {
      const { providerOrderId } = await shop.buy(bookOne);
      await shop.sandbox.deliveries.settled();
      // Events within the delay are sent in reverse order.
      shop.sandbox.setFaults({ webhooks: { delayMs: 50 } });
      const captureId = await captureOf(providerOrderId);
      shop.sandbox.payments.reverse(captureId);
      shop.sandbox.payments.reinstate(captureId);
      await shop.sandbox.deliveries.settled();
      expect(await shop.row(providerOrderId)).toMatchObject({ status: 'captured', refunded: 0 });
    });

    it('change nothing when the dispute is decided for the buyer', async () => {
      const { providerOrderId } = await reverse();
      shop.sandbox.payments.dispute(await captureOf(providerOrderId), 'RESOLVED');
      await shop.sandbox.deliveries.settled();
      const order = await shop.row(providerOrderId);
      expect(order.status).toBe('reversed');
      expect(order.attention).toMatch(/RESOLVED_BUYER_FAVOUR/);
    });

    it('reopen no premium access whose line had been refunded before', async () => {
      const customer = await signIn(shop.api.deps);
      const { providerOrderId } = await shop.buy([...premium, ...bookOne], customer.headers);
      const { id } = await shop.row(providerOrderId);
      const lines = [{ productId: 1999, quantity: 1 }];
      await refundOrder(shop.api.deps, id, { key: 'premium-line', lines, reason: 'Not needed', by: null });
      await shop.sandbox.deliveries.settled();
      const captureId = await captureOf(providerOrderId);
      shop.sandbox.payments.reverse(captureId);
      await shop.sandbox.deliveries.settled();
      shop.sandbox.payments.reinstate(captureId);
      await shop.sandbox.deliveries.settled();
      expect(await shop.row(providerOrderId)).toMatchObject({ status: 'captured', refunded: 7700 });
      expect(await shop.entitlements(customer.user.id)).toMatchObject([
        { revokedAt: expect.any(Date) as Date },
      ]);
    });

    it('are understood although PayPal showed the payment as refunded before it told why', async () => {
      const customer = await signIn(shop.api.deps);
      const { providerOrderId } = await shop.buy(premium, customer.headers);
      await shop.sandbox.deliveries.settled();
      const order = await shop.row(providerOrderId);
      shop.sandbox.payments.reverse(order.captureId ?? '');
      // Another event, or the sweep, reads the payment first.
      await recordPayment(shop.api.deps, order, await shop.api.deps.payments.readPayment(providerOrderId));
      await shop.sandbox.deliveries.settled();
      expect(await shop.row(providerOrderId)).toMatchObject({ status: 'reversed' });
      shop.sandbox.payments.reinstate(order.captureId ?? '');
      await shop.sandbox.deliveries.settled();
      expect(await shop.row(providerOrderId)).toMatchObject({ status: 'captured', refunded: 0 });
      expect(await shop.entitlements(customer.user.id)).toMatchObject([{ revokedAt: null }]);
    });
  });

  it('a partial refund is recorded, and changes nothing else', async () => {
    const customer = await signIn(shop.api.deps);
    const { providerOrderId } = await shop.buy([...premium, ...bookOne], customer.headers);
    shop.sandbox.payments.refund(await captureOf(providerOrderId), undefined, {
      currency_code: 'GBP',
      value: '15.00',
    });
    await shop.sandbox.deliveries.settled();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'captured', refunded: 1500 });
    expect(await shop.entitlements(customer.user.id)).toMatchObject([{ revokedAt: null }]);
  });

  it('end an order whose review was denied without granting anything', async () => {
    const customer = await signIn(shop.api.deps);
    const { providerOrderId, headers } = await shop.order(premium, customer.headers);
    shop.sandbox.setFaults({ capture: 'pending' });
    shop.approve(providerOrderId);
    await shop.capture(providerOrderId, headers);
    shop.sandbox.payments.review(await captureOf(providerOrderId), 'DECLINED');
    await shop.sandbox.deliveries.settled();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'refused', failure: 'denied' });
    expect(await shop.entitlements(customer.user.id)).toEqual([]);
  });

  it('are repeated by the provider until the shop has processed them', async () => {
    const { providerOrderId } = await shop.order(bookOne);
    shop.sandbox.setFaults({ rest: [{ operation: 'capture', kind: 'error-before', status: 503, times: 4 }] });
    shop.approve(providerOrderId);
    await shop.sandbox.deliveries.settled();
    expect((await shop.row(providerOrderId)).status).toBe('captured');
  });

  it('do not affect orders of another shop', async () => {
    const body = { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'GBP', value: '1.00' } }] };
    shop.approve(shop.sandbox.payments.create(body, undefined).record.id);
    await shop.sandbox.deliveries.settled();
    expect(shop.moneyTaken()).toBe(0);
  });
});

describe('forged webhooks', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });

  const webhook = { id: 'sandbox-webhook', url: 'http://unused.example' };

  async function send(changes: Readonly<Record<string, string>>, altered?: (body: string) => string) {
    const { providerOrderId } = await shop.order(bookOne);
    shop.sandbox.deliveries.redirect(undefined);
    shop.approve(providerOrderId);
    const body = JSON.stringify({
      id: `WH-${createHash('sha256').update(providerOrderId).digest('hex').slice(0, 20)}`,
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource: { id: providerOrderId },
    });
    const headers = { ...shop.sandbox.deliveries.signatureHeaders(webhook, body), ...changes };
    const response = await shop.api.fetch('/api/paypal/webhooks', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: altered ? altered(body) : body,
    });
    return { status: response.status, order: (await shop.row(providerOrderId)).status };
  }

  it('are accepted when unchanged, so the following tests can fail', async () => {
    expect(await send({})).toEqual({ status: 200, order: 'captured' });
  });

  it.each([
    ['no signature', { 'paypal-transmission-sig': '' }],
    [
      'a signature of something else',
      { 'paypal-transmission-sig': Buffer.from('forged').toString('base64') },
    ],
    ['another time', { 'paypal-transmission-time': '2020-01-01T00:00:00Z' }],
    ['another algorithm', { 'paypal-auth-algo': 'none' }],
    [
      'a certificate from elsewhere',
      { 'paypal-cert-url': 'http://attacker.example/v1/notifications/certs/CERT-1' },
    ],
    [
      'a certificate that only looks right',
      { 'paypal-cert-url': 'http://localhost@attacker.example/v1/notifications/certs/C' },
    ],
    ['a certificate in a file', { 'paypal-cert-url': 'file:///etc/passwd' }],
  ])('are refused with %s', async (_, changes) => {
    expect(await send(changes)).toEqual({ status: 401, order: 'created' });
  });

  it('are rejected with a changed body', async () => {
    expect(await send({}, (body) => body.replace('APPROVED', 'APPROVED '))).toEqual({
      status: 401,
      order: 'created',
    });
  });

  it('are rejected when the certificate of the right host does not exist', async () => {
    const url = `${shop.sandbox.origin}/v1/notifications/certs/CERT-unknown`;
    expect(await send({ 'paypal-cert-url': url })).toEqual({ status: 401, order: 'created' });
  });

  it('are rejected when signed with another key', async () => {
    const other = await createSigner();
    const time = '2026-01-01T00:00:00Z';
    const signature = other.sign(signedMessage('id', time, webhook.id, '{}'));
    const changes = {
      'paypal-transmission-id': 'id',
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
    };
    expect(await send(changes, () => '{}')).toEqual({ status: 401, order: 'created' });
  });
});

describe('a flood of forged webhooks', () => {
  const webhook = { id: 'sandbox-webhook', url: 'http://unused.example' };
  let shop: Shop;
  beforeEach(async () => {
    shop = await startShop({ RATE_LIMIT_FACTOR: '1' });
    shop.sandbox.deliveries.redirect(undefined);
  });
  afterEach(() => shop.close());

  let requests: jest.SpiedFunction<typeof fetch>;
  beforeEach(() => void (requests = jest.spyOn(globalThis, 'fetch')));
  afterEach(() => requests.mockRestore());
  /** How often the API asked for a certificate. */
  const certificateRequests = () =>
    requests.mock.calls.filter(([address]) => typeof address === 'string' && address.includes('/certs/'))
      .length;

  const eventOf = (orderId: string) =>
    JSON.stringify({ id: `WH-${orderId}`, event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: orderId } });

  async function send(body: string, changes: Readonly<Record<string, string>> = {}) {
    const headers = { ...shop.sandbox.deliveries.signatureHeaders(webhook, body), ...changes };
    const options = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body };
    return (await shop.api.fetch('/api/paypal/webhooks', options)).status;
  }

  const forge = (at: number, body = eventOf(`INVENTED${at}`)) =>
    send(body, { 'paypal-cert-url': `${shop.sandbox.origin}/v1/notifications/certs/CERT-${at}` });

  it('causes a few requests a minute, and keeps no genuine one out, even before the certificate is known', async () => {
    const { providerOrderId } = await shop.order(bookOne);
    shop.approve(providerOrderId);
    const statuses = new Set<number>();
    for (let at = 0; at < 300; at += 1) statuses.add(await forge(at));
    expect([...statuses].every((status) => [401, 429].includes(status))).toBe(true);
    expect(certificateRequests()).toBe(2);

    expect(await send(eventOf(providerOrderId))).toBe(200);
    expect((await shop.row(providerOrderId)).status).toBe('captured');
    expect(certificateRequests()).toBe(3);
  });

  it('fetches an address without a certificate once, and never fetches an address of another form', async () => {
    for (let at = 0; at < 20; at += 1) expect([401, 429]).toContain(await forge(1));
    expect(certificateRequests()).toBe(1);
    const { origin } = shop.sandbox;
    for (const url of [
      `${origin}/v1/notifications/certs/CERT-2?x=1`,
      `${origin}/v1/notifications/certs/CERT-2/../../../oauth2/token`,
      `${origin}/v1/notifications/certs/a/b`,
      `${origin}/v1/notifications/certs/`,
      `${origin.replace('//', '//user@')}/v1/notifications/certs/CERT-2`,
    ]) {
      expect(await send(eventOf('X'), { 'paypal-cert-url': url })).toBe(401);
    }
    expect(certificateRequests()).toBe(1);
  });

  it('about one order causes three requests, and other orders are still paid', async () => {
    const [own, other] = [await shop.order(bookOne), await shop.order(bookOne)];
    shop.approve(other.providerOrderId);
    for (let at = 0; at < 50; at += 1) await forge(at, eventOf(own.providerOrderId));
    expect(certificateRequests()).toBe(3);
    expect(await send(eventOf(other.providerOrderId))).toBe(200);
    expect((await shop.row(other.providerOrderId)).status).toBe('captured');
  });

  it('with the right certificate and a wrong signature is refused without a request', async () => {
    const { providerOrderId } = await shop.order(bookOne);
    shop.approve(providerOrderId);
    expect(await send(eventOf(providerOrderId))).toBe(200);
    const before = certificateRequests();
    for (let at = 0; at < 100; at += 1)
      expect([401, 429]).toContain(await send(eventOf(`X${at}`), { 'paypal-transmission-sig': 'AAAA' }));
    expect(certificateRequests()).toBe(before);
    const next = await shop.order(bookOne);
    shop.approve(next.providerOrderId);
    expect(await send(eventOf(next.providerOrderId))).toBe(200);
  });
});
