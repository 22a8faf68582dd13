import { calls, longDate, pence, PREMIUM_ID } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import { otherContact, otherContactSettings } from '../../../testing/contact';
import { changeContent } from '../../../testing/content';
import { createUser, savePaidOrder, signIn } from '../../../testing/factories';
import { replaceQueries } from '../../../testing/statements';
import { Orders, Users } from '../../database/entities';
import { DatabaseBusyError, UnknownOutcomeError } from '../../database/errors';
import { type Shop, startShop } from './testing/shop';

const bookOne = [{ productId: 1, quantity: 1 }];
const premium = [{ productId: 1007, quantity: 1 }];

describe('buying', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ VAT_NUMBER: 'GB 123 4567 89', ...otherContactSettings });
  });

  it('costs what staff have set, but an order that was started before keeps its price', async () => {
    const [early, late] = [await signIn(shop.api.deps), await signIn(shop.api.deps)];
    const started = await shop.order(premium, early.headers);
    await changeContent(shop.api.deps.db, 'premium', { price: pence(9900) });
    try {
      const body = { items: premium, expectedTotal: 7700, digitalConsent: true };
      const { body: refused } = await shop.api.refuse(calls.createOrder, { body }, late);
      expect(refused.id).toBe('price-changed');
      expect((await shop.buy(premium, late.headers)).order.total).toBe(9900);
      shop.approve(started.providerOrderId);
      expect((await shop.capture(started.providerOrderId, started.headers)).total).toBe(7700);
    } finally {
      await changeContent(shop.api.deps.db, 'premium', { price: pence(7700) });
    }
  });

  it('grants premium access and mails a confirmation when a customer has paid', async () => {
    const customer = await signIn(shop.api.deps);
    const { order } = await shop.buy(premium, customer.headers);
    expect(order).toMatchObject({ status: 'captured', total: 7700, shipping: 0, vat: 1283 });
    expect(order.number).toMatch(/^ISA-\d{4}-\d{6}$/);
    expect(await shop.entitlements(customer.user.id)).toMatchObject([
      { productId: PREMIUM_ID, revokedAt: null },
    ]);
    const [mail, ...others] = await shop.api.mails(customer.user.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Your order ${order.number}`);
    expect(mail?.body).toMatch(/\nGo to my lessons:\nhttp\S+\/my-courses\n/);
    expect(mail?.html).toMatch(/href="http[^"]+\/my-courses"/);
    expect(mail?.body).toContain('Pre-order: we are filming now. Full refund until lesson 1 opens.');
    expect(mail?.body).toContain('VAT 20%: £12.83');
    expect(mail?.body).toContain('VAT number GB 123 4567 89.');
    expect(mail?.body).not.toContain('Your books go to');
  });

  it('creates an order although the response to its COMMIT was lost', async () => {
    const db = shop.api.deps.pools.money;
    type Transact = (work: (manager: EntityManager) => Promise<unknown>) => Promise<unknown>;
    // `bind` takes the last overload of `transaction`, which has an isolation level.
    const transact = db.transaction.bind(db) as Transact;
    let lost = false;
    const losing: Transact = async (work) => {
      const result = await transact(work);
      if (lost) return result;
      lost = true;
      throw new UnknownOutcomeError('The response to COMMIT was lost.');
    };
    Object.assign(db, { transaction: losing });
    try {
      const { providerOrderId } = await shop.order(bookOne);
      expect([lost, (await shop.row(providerOrderId)).status]).toEqual([true, 'created']);
    } finally {
      Object.assign(db, { transaction: transact });
    }
  });

  it('survives the loss of the writing node, and a successor that does not show the order at once', async () => {
    const lost = () => Promise.reject(new DatabaseBusyError('The database gives no connection.'));
    const missing = () => Promise.resolve({ affected: 0, raw: [], records: [] });
    const failures = [
      { sql: /^INSERT INTO .orders./, answer: lost },
      { sql: /^UPDATE .orders. SET .*provider_order_id/, answer: lost },
      { sql: /FROM .orders. .entry./, answer: missing },
      { sql: /^UPDATE .orders. SET .claimed_at/, answer: lost },
    ];
    const restore = replaceQueries(shop.api.deps.pools.money, ({ sql }, query) => {
      const at = failures.findIndex((failure) => failure.sql.test(sql));
      const [failure] = at === -1 ? [] : failures.splice(at, 1);
      return failure?.answer() ?? query();
    });
    const customer = await signIn(shop.api.deps);
    const { providerOrderId, headers } = await shop.buy(bookOne, customer.headers);
    const body = { order: bookOne, orderID: providerOrderId };
    await shop.api.call(calls.processPurchase, { body }, { headers });
    restore();

    expect(failures).toEqual([]);
    expect((await shop.row(providerOrderId)).claimedAt).not.toBeNull();
  });

  it('records a guest’s order with the payment’s email and address, and mails the delivery address', async () => {
    const { providerOrderId, order } = await shop.buy([
      { productId: 1, quantity: 2 },
      { productId: 8, quantity: 1 },
    ]);
    expect(order).toMatchObject({
      subtotal: 2 * 3474 + 3100,
      shipping: 1500,
      buyerEmail: 'alex.morgan@buyer.example',
    });
    expect(await shop.row(providerOrderId)).toMatchObject({
      userId: null,
      status: 'captured',
      buyerEmailKey: 'alex.morgan@buyer.example',
      shippingName: 'Alex Morgan',
      shippingAddress: { address_line_1: '1 Sample Street', postal_code: 'AA1 1AA', country_code: 'GB' },
    });
    const mail = (await shop.api.mails('alex.morgan@buyer.example')).at(-1);
    expect(mail?.body).toContain('Alex Morgan\n1 Sample Street\nSampleton\nAA1 1AA\nUnited Kingdom');
    expect(mail?.body).toContain('We send all the books in an order together');
    expect(mail?.body).toMatch(/Pre-order: “.*” has not been published yet/);
    expect(mail?.body).toContain(`Total including VAT: £${((order.total ?? 0) / 100).toFixed(2)}`);
  });

  it('names the seller and the email address of the settings in checkout, receipt and mail', async () => {
    const { legalName: name, address, email } = otherContact;
    const seller = { name, address, vatNumber: 'GB 123 4567 89' };
    const settings = (await shop.api.call(calls.checkoutSettings, {})).body;
    expect(settings).toMatchObject({ supportEmail: email, seller });
    const customer = await signIn(shop.api.deps);
    const { providerOrderId } = await shop.buy(bookOne, customer.headers);
    const receipt = await shop.api.call(calls.readOrder, { params: { providerOrderId } }, customer);
    expect(receipt.body.order.seller).toEqual(seller);
    const [mail] = await shop.api.mails(customer.user.email);
    const addresses = mail?.body.match(/\S+@\S+/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set([email]));
    expect(mail?.replyTo).toBe(email);
    expect(mail?.body).toContain(`Sold by ${name}, ${address}.`);
    expect(shop.api.deps.env.mailFrom).toContain(`<${email}>`);
  });

  it('requests an address for books only', async () => {
    const customer = await signIn(shop.api.deps);
    const context = (id: string) => shop.sandbox.payments.order(id).request.context;
    const books = await shop.order(bookOne);
    const digital = await shop.order(premium, customer.headers);
    expect(context(books.providerOrderId).shipping_preference).toBe('GET_FROM_FILE');
    expect(context(digital.providerOrderId).shipping_preference).toBe('NO_SHIPPING');
  });

  it('responds to a repeated capture alike and captures once', async () => {
    const bought = await shop.buy(bookOne);
    const before = shop.moneyTaken();
    expect(await shop.capture(bought.providerOrderId, bought.headers)).toEqual(bought.order);
    expect(shop.moneyTaken()).toBe(before);
  });

  it('makes one provider call for twenty concurrent captures', async () => {
    const { providerOrderId, headers } = await shop.order(bookOne);
    shop.approve(providerOrderId);
    const capture = jest.spyOn(shop.sandbox.payments, 'capture');
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => shop.capture(providerOrderId, headers)),
    );
    expect(capture).toHaveBeenCalledTimes(1);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set(['captured']));
    const mails = await shop.api.mails('alex.morgan@buyer.example');
    expect(mails.filter(({ subject }) => subject.includes(responses[0]?.number ?? ''))).toHaveLength(1);
  });

  it('reports a missing approval, and captures after the approval', async () => {
    const { providerOrderId, headers } = await shop.order(bookOne);
    const refused = await shop.refuseCapture(providerOrderId, headers);
    expect(refused.body.id).toBe('order-not-approved');
    shop.approve(providerOrderId);
    expect((await shop.capture(providerOrderId, headers)).status).toBe('captured');
  });

  it('accepts another payment method after a decline', async () => {
    const { providerOrderId, headers } = await shop.order(bookOne);
    shop.approve(providerOrderId, { instrument: 'declined' });
    const refused = await shop.refuseCapture(providerOrderId, headers);
    expect(refused).toMatchObject({ status: 402, body: { id: 'payment-declined' } });
    shop.approve(providerOrderId, { instrument: 'accepted' });
    expect((await shop.capture(providerOrderId, headers)).status).toBe('captured');
  });

  it('reports a payment under review, and fulfils the order when it is released', async () => {
    const customer = await signIn(shop.api.deps);
    const { providerOrderId, headers } = await shop.order(premium, customer.headers);
    shop.approve(providerOrderId);
    shop.sandbox.setFaults({ capture: 'pending' });
    expect((await shop.capture(providerOrderId, headers)).status).toBe('reviewing');
    shop.sandbox.setFaults({});
    expect(await shop.entitlements(customer.user.id)).toEqual([]);
    shop.connectWebhooks();
    shop.sandbox.payments.review((await shop.row(providerOrderId)).captureId ?? '', 'COMPLETED');
    await shop.sandbox.deliveries.settled();
    shop.sandbox.deliveries.redirect(undefined);
    expect((await shop.row(providerOrderId)).status).toBe('captured');
    expect(await shop.entitlements(customer.user.id)).toHaveLength(1);
  });

  describe('when the provider fails', () => {
    afterEach(() => shop.sandbox.setFaults({}));

    it('keeps the row of an order that could not be created', async () => {
      shop.sandbox.setFaults({
        rest: [{ operation: 'create', kind: 'error-before', status: 503, times: 9 }],
      });
      const body = { items: bookOne, expectedTotal: await shop.total(bookOne) };
      const refused = await shop.api.refuse(calls.createOrder, { body });
      expect(refused).toMatchObject({ status: 502, body: { id: 'payment-unavailable' } });
      const [row] = await shop.api.deps.db.getRepository(Orders).find({ order: { id: 'DESC' }, take: 1 });
      expect(row).toMatchObject({ status: 'cancelled', providerOrderId: null, dueAt: null });
    });

    it('retries after a lost response, and charges once', async () => {
      const { providerOrderId, headers } = await shop.order(bookOne);
      shop.approve(providerOrderId);
      const before = shop.moneyTaken();
      shop.sandbox.setFaults({ rest: [{ operation: 'capture', kind: 'hang-up-after' }] });
      const { status, total } = await shop.capture(providerOrderId, headers);
      expect(status).toBe('captured');
      expect(shop.moneyTaken()).toBe(before + total);
    });

    it('leaves the outcome open without a response, and finds it at the next attempt', async () => {
      const { providerOrderId, headers } = await shop.order(bookOne);
      shop.approve(providerOrderId);
      const before = shop.moneyTaken();
      shop.sandbox.setFaults({
        rest: [{ operation: 'capture', kind: 'error-after', status: 500, times: 9 }],
      });
      const refused = await shop.refuseCapture(providerOrderId, headers);
      expect(refused).toMatchObject({ status: 502, body: { id: 'payment-unavailable' } });
      expect(JSON.stringify(refused.body)).not.toMatch(/sandbox-secret|Bearer|localhost/);
      shop.sandbox.setFaults({});
      const { status, total } = await shop.capture(providerOrderId, headers);
      expect(status).toBe('captured');
      expect(shop.moneyTaken()).toBe(before + total);
    });

    it('requests a new token when the provider has revoked the old one', async () => {
      shop.sandbox.revokeTokens();
      expect((await shop.buy(bookOne)).order.status).toBe('captured');
    });
  });

  it('sells premium access once to each customer, only with consent, and not to visitors', async () => {
    const customer = await signIn(shop.api.deps);
    const body = { items: premium, expectedTotal: await shop.total(premium) };
    const refusal = async (headers: Readonly<Record<string, string>>, consent: boolean) =>
      (await shop.api.refuse(calls.createOrder, { body: { ...body, digitalConsent: consent } }, { headers }))
        .body.id;
    const { db } = shop.api.deps;
    await changeContent(db, 'lesson', { courseVideoSrc: '/api/video/1001.mp4' }, { itemIds: [1001] });
    try {
      expect(await refusal({}, true)).toBe('not-signed-in');
      expect(await refusal(customer.headers, false)).toBe('consent-missing');
      const { providerOrderId } = await shop.buy(premium, customer.headers);
      expect((await shop.row(providerOrderId)).digitalConsentAt).toBeInstanceOf(Date);
      expect(await refusal(customer.headers, true)).toBe('already-owned');
    } finally {
      await changeContent(db, 'lesson', { courseVideoSrc: '' }, { itemIds: [1001] });
    }
  });

  it('sells premium access as a pre-order, without a waiver of the right to cancel, while no lesson is recorded', async () => {
    const customer = await signIn(shop.api.deps);
    const catalogue = await shop.api.call(calls.listLessons, {});
    expect(catalogue.body.premium.preOrder).toBe(true);
    const { providerOrderId } = await shop.buy(premium, customer.headers);
    expect((await shop.row(providerOrderId)).digitalConsentAt).toBeNull();
    const [mail] = await shop.api.mails(customer.user.email);
    expect(mail?.body).toContain('Full refund until lesson 1 opens.');
    expect(mail?.body).not.toContain('right to cancel');
  });

  it('keeps a company, its purchase order and the version of the terms on receipt and mail', async () => {
    const customer = await signIn(shop.api.deps);
    const company = { company: ' Reed & Sons <Ltd> ', purchaseOrderNumber: 'PO-4711' };
    const body = { items: bookOne, expectedTotal: await shop.total(bookOne), ...company };
    const { headers } = customer;
    const created = await shop.api.call(calls.createOrder, { body }, { headers });
    const { providerOrderId } = created.body;
    shop.approve(providerOrderId);
    await shop.capture(providerOrderId, headers);
    const { order } = (await shop.api.call(calls.readOrder, { params: { providerOrderId } }, { headers }))
      .body;
    const terms = await shop.api.call(calls.readLegalPage, { params: { slug: 'terms-and-conditions' } });
    const { updatedAt } = terms.body.page;
    expect(order).toMatchObject({
      buyerName: 'Alex Morgan',
      company: 'Reed & Sons <Ltd>',
      purchaseOrderNumber: 'PO-4711',
      termsVersion: updatedAt,
    });
    const [mail] = await shop.api.mails(customer.user.email);
    expect(mail?.body).toMatch(new RegExp(`^Dear ${customer.user.name},`));
    expect(mail?.body).toContain('Buyer: Alex Morgan\nCompany: Reed & Sons <Ltd>\nPurchase order: PO-4711');
    expect(mail?.body).toContain(`in force since ${longDate(updatedAt)} apply to this order`);
    expect(mail?.html).toContain('Reed &#38; Sons &#60;Ltd&#62;');
    expect(mail?.html).not.toContain('<Ltd>');
  });

  it.each(['line\nbreak', 'tab\there', '\u202Ereversed', 'x'.repeat(121)])(
    'refuses the company %j',
    async (company) => {
      const body = { items: bookOne, expectedTotal: await shop.total(bookOne), company };
      expect((await shop.api.refuse(calls.createOrder, { body })).body.id).toBe('invalid-request');
    },
  );

  it.each(['採購-4711', '注文 12', '주문-3', 'הזמנה 5', 'PO-🙂'])(
    'refuses the purchase order %j, which no invoice could show',
    async (purchaseOrderNumber) => {
      const body = { items: bookOne, expectedTotal: await shop.total(bookOne), purchaseOrderNumber };
      const { id, errors } = (await shop.api.refuse(calls.createOrder, { body })).body;
      expect([id, JSON.stringify(errors)]).toEqual([
        'invalid-request',
        expect.stringContaining('An invoice cannot show other characters.'),
      ]);
    },
  );

  it('writes to the payer until the account’s address is confirmed, which may be mistyped', async () => {
    const { api } = shop;
    const user = await createUser(api.deps, { email: 'ada@gmial.example' });
    const { headers } = await signIn(api.deps, user);
    const pay = async (email: string | undefined) => {
      const order = await shop.order(bookOne, headers);
      shop.approve(order.providerOrderId, { email });
      return (await shop.capture(order.providerOrderId, order.headers)).mailTo;
    };

    expect(await pay('ada@gmail.example')).toBe('ada@gmail.example');
    expect(await api.mails('ada@gmail.example')).toMatchObject([{ kind: 'order-confirmation' }]);
    expect(await api.mails(user.email)).toEqual([]);
    // No other address is known.
    expect(await pay(undefined)).toBe(user.email);
    expect(await api.mails(user.email)).toMatchObject([{ kind: 'order-confirmation' }]);
    await api.deps.db.getRepository(Users).update({ id: user.id }, { emailVerifiedAt: api.deps.now() });
    expect(await pay('ada@gmail.example')).toBe(user.email);
    expect(await api.mails('ada@gmail.example')).toHaveLength(1);
  });

  it('returns orders in the history, in the same browser and by the mail’s link', async () => {
    const customer = await signIn(
      shop.api.deps,
      await createUser(shop.api.deps, {
        email: 'history@example.org',
        emailVerifiedAt: shop.api.deps.now(),
      }),
    );
    const bought = await shop.buy([...bookOne, { productId: PREMIUM_ID, quantity: 1 }], customer.headers);
    const { orders } = (await shop.api.call(calls.listMyOrders, { query: {} }, { headers: customer.headers }))
      .body;
    expect(orders).toMatchObject([
      { number: bought.order.number, shippingAddress: expect.arrayContaining(['AA1 1AA']) as unknown },
    ]);
    const [mail] = await shop.api.mails('history@example.org');
    const link = /\/my-orders\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
    expect(link).toBe(orders[0]?.link);
    const behindLink = await shop.api.call(calls.readOrderByLink, { params: { link } });
    expect(behindLink.body.order.number).toBe(bought.order.number);

    const guest = await shop.buy(bookOne);
    const mine = await shop.api.call(
      calls.readOrder,
      { params: { providerOrderId: guest.providerOrderId } },
      { headers: guest.headers },
    );
    expect(mine.body.order.status).toBe('captured');
  });

  it('returns the history in pages without repeating or skipping an order, and no other customer’s orders', async () => {
    const { api } = shop;
    const [customer, other] = [await signIn(api.deps), await signIn(api.deps)];
    const ids: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      ids.push(await savePaidOrder(api.deps, customer.user.id, customer.user.email));
      await savePaidOrder(api.deps, other.user.id, other.user.email);
    }
    const list = async (query: { cursor?: string; limit?: number }) =>
      (await api.call(calls.listMyOrders, { query }, { headers: customer.headers })).body;
    const numbersOf = ({ orders }: Awaited<ReturnType<typeof list>>) => orders.map(({ number }) => number);
    const whole = await list({});
    expect([whole.orders.length, whole.next]).toEqual([5, null]);

    const first = await list({ limit: 2 });
    await savePaidOrder(api.deps, customer.user.id, customer.user.email);
    const second = await list({ limit: 2, cursor: first.next ?? '' });
    const third = await list({ limit: 2, cursor: second.next ?? '' });
    expect([first, second, third].flatMap(numbersOf)).toEqual(numbersOf(whole));
    expect([second.orders.length, third.orders.length, third.next]).toEqual([2, 1, null]);

    expect(numbersOf(await list({ cursor: String(ids[0]) }))).toEqual([]);
    for (const query of ['cursor=', 'cursor=1%20OR%201', 'cursor=-1', 'limit=0', 'limit=201']) {
      const refused = await api.fetch(`/api/my-orders?${query}`, { headers: customer.headers });
      expect(refused.status).toBe(400);
    }
  });

  it('returns no receipt for a forged link or to another browser', async () => {
    const guest = await shop.buy(bookOne);
    const own = await shop.api.call(
      calls.readOrder,
      { params: { providerOrderId: guest.providerOrderId } },
      { headers: guest.headers },
    );
    const [id = '', signature = ''] = own.body.order.link.split('.');
    const forged = [`${Number(id) + 1}.${signature}`, `${id}.${'A'.repeat(43)}`, id, '', '1.2.3', '../1'];
    for (const link of forged.filter((text) => text !== '')) {
      const refused = await shop.api.refuse(calls.readOrderByLink, { params: { link } });
      expect(refused.status).toBe(404);
    }
    expect(
      (await shop.api.refuse(calls.readOrder, { params: { providerOrderId: guest.providerOrderId } })).status,
    ).toBe(404);
    expect((await shop.api.refuse(calls.listMyOrders, { query: {} })).status).toBe(401);
  });
});

describe('one address', () => {
  it('is limited in creating orders', async () => {
    const shop = await startShop({ RATE_LIMIT_FACTOR: '1' });
    const body = { items: bookOne, expectedTotal: await shop.total(bookOne) };
    for (let made = 0; made < 20; made += 1) await shop.api.call(calls.createOrder, { body });
    const refused = await shop.api.refuse(calls.createOrder, { body });
    expect(refused).toMatchObject({ status: 429, body: { id: 'too-many-requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

it('states no amounts of VAT to the buyer of a seller without a VAT number', async () => {
  const shop = await startShop();
  const customer = await signIn(shop.api.deps);
  await shop.buy(premium, customer.headers);
  const [mail] = await shop.api.mails(customer.user.email);
  // The words before paying are the same (specification §2).
  expect(mail?.body).toContain('Total including VAT: £77.00');
  expect(mail?.body).not.toMatch(/VAT (within|20|number)/);
});
