import { calls, emailKey } from '@isa/api-contract';
import { cookiesOf } from '../../../testing/cookies';
import { createUser, signIn } from '../../../testing/factories';
import { Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { attachGuestOrders } from './fulfil';
import { type Shop, startShop } from './testing/shop';

const bookOne = [{ productId: 1, quantity: 1 }];
const premium = [{ productId: 1999, quantity: 1 }];

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});

describe('reporting a purchase', () => {
  const claim = (body: object, headers: Readonly<Record<string, string>>) =>
    shop.api.fetch('/api/process-purchase', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('finds the session’s order without an order id, by productId or id, and is repeatable', async () => {
    const customer = await signIn(shop.api.deps);
    const { providerOrderId } = await shop.buy(premium, customer.headers);
    for (const order of [premium, [{ id: 1999, quantity: 1 }], [{ id: 1007, quantity: 1 }], []]) {
      expect((await claim({ order }, customer.headers)).status).toBe(200);
    }
    expect((await shop.row(providerOrderId)).claimedAt).not.toBeNull();
    expect(await shop.entitlements(customer.user.id)).toHaveLength(1);
  });

  it('accepts the token from the body as the specification defines', async () => {
    const customer = await signIn(shop.api.deps);
    await shop.buy(bookOne, customer.headers);
    expect((await claim({ order: bookOne, token: customer.token }, {})).status).toBe(200);
  });

  it('claims the latest unclaimed order first', async () => {
    const customer = await signIn(shop.api.deps);
    const older = await shop.buy(bookOne, customer.headers);
    const newer = await shop.buy(bookOne, customer.headers);
    await claim({ order: bookOne }, customer.headers);
    expect((await shop.row(newer.providerOrderId)).claimedAt).not.toBeNull();
    expect((await shop.row(older.providerOrderId)).claimedAt).toBeNull();
    await claim({ order: bookOne }, customer.headers);
    expect((await shop.row(older.providerOrderId)).claimedAt).not.toBeNull();
  });

  it('attaches an order that a guest placed in this browser only when its id is given', async () => {
    const guest = await shop.buy(bookOne);
    const customer = await signIn(shop.api.deps);
    const headers = {
      ...customer.headers,
      Cookie: `${customer.headers['Cookie']}; ${guest.headers['Cookie']}`,
    };
    const unnamed = await claim({ order: bookOne }, headers);
    expect([unnamed.status, await unnamed.json()]).toMatchObject([409, { id: 'nothing-to-claim' }]);
    expect((await shop.row(guest.providerOrderId)).userId).toBeNull();

    const named = { order: bookOne, orderID: guest.providerOrderId };
    expect((await claim(named, headers)).status).toBe(200);
    expect((await shop.row(guest.providerOrderId)).userId).toBe(customer.user.id);
    const { orders } = (await shop.api.call(calls.listMyOrders, { query: {} }, { headers })).body;
    expect(orders).toHaveLength(1);
  });

  it('the key of a guest’s orders survives neither logging in nor logging out', async () => {
    const password = 'correct horse';
    const user = await createUser(shop.api.deps, { password });
    const guest = await shop.buy(bookOne);
    const body = { email: user.email, password };
    const loggedIn = await shop.api.call(calls.login, { body }, { headers: guest.headers });
    const customer = await signIn(shop.api.deps, user);
    const again = await shop.buy(bookOne, customer.headers);
    const loggedOut = await shop.api.call(calls.logout, { body: {} }, { headers: again.headers });

    for (const response of [loggedIn, loggedOut]) {
      const { value, attributes } = cookiesOf(response)['isa-checkout'] ?? {};
      expect([value, attributes?.['path']]).toEqual(['', '/']);
      expect(Date.parse(String(attributes?.['expires']))).toBeLessThan(Date.now());
    }
  });

  it('captures for a customer whose session expired while paying', async () => {
    const customer = await signIn(shop.api.deps);
    const { providerOrderId, headers } = await shop.order(premium, customer.headers);
    shop.approve(providerOrderId);
    await shop.api.deps.sessions.end(customer.token);
    expect((await shop.capture(providerOrderId, headers)).status).toBe('captured');
    expect(await shop.entitlements(customer.user.id)).toHaveLength(1);
  });
});

it('takes an order for the account that the page shows, and refuses it once its session has ended', async () => {
  const [customer, other] = [await signIn(shop.api.deps), await signIn(shop.api.deps)];
  const { account } = (await shop.api.call(calls.takeUser, { body: {} }, { headers: customer.headers })).body;
  const body = { items: bookOne, expectedTotal: await shop.total(bookOne), account };
  const orders = shop.api.deps.db.getRepository(Orders);
  const before = await orders.count();
  for (const headers of [{}, other.headers]) {
    const refused = await shop.api.refuse(calls.createOrder, { body }, { headers });
    expect([refused.status, refused.body.id]).toEqual([401, 'not-signed-in']);
  }
  expect(await orders.count()).toBe(before);
  const { providerOrderId } = (
    await shop.api.call(calls.createOrder, { body }, { headers: customer.headers })
  ).body;
  expect((await shop.row(providerOrderId)).userId).toBe(customer.user.id);
});

it('takes a guest’s order, and refuses it once somebody has logged in, instead of giving it to the account', async () => {
  const customer = await signIn(shop.api.deps);
  const body = { items: bookOne, expectedTotal: await shop.total(bookOne), account: null };
  const orders = shop.api.deps.db.getRepository(Orders);
  const before = await orders.count();
  const refused = await shop.api.refuse(calls.createOrder, { body }, { headers: customer.headers });
  expect([refused.status, refused.body.id]).toEqual([409, 'changed-meanwhile']);
  // The page that is loaded again knows of the session, even if the browser had lost that cookie.
  expect(refused.headers.getSetCookie().join()).toContain('isa-session=1');
  expect(await orders.count()).toBe(before);
  const { providerOrderId } = (await shop.api.call(calls.createOrder, { body })).body;
  expect((await shop.row(providerOrderId)).userId).toBeNull();
});

it('gives a confirmed account at each login what a guest has paid with its address since', async () => {
  const { deps } = shop.api;
  const [email, password] = ['confirmed@example.org', 'correct horse'];
  const user = await createUser(deps, { email, password, emailVerifiedAt: deps.now() });
  const stranger = await createUser(deps, { email: 'unconfirmed@example.org', password });
  const buyAs = async (payer: string) => {
    const { providerOrderId, headers } = await shop.order(bookOne);
    shop.approve(providerOrderId, { email: payer });
    await shop.capture(providerOrderId, headers);
    return providerOrderId;
  };
  for (let logIn = 1; logIn <= 2; logIn += 1) {
    const [own, foreign] = [await buyAs(email), await buyAs(stranger.email)];
    for (const account of [user, stranger])
      await shop.api.call(calls.login, { body: { email: account.email, password } });
    expect((await shop.row(own)).userId).toBe(user.id);
    expect((await shop.row(foreign)).userId).toBeNull();
  }
});

describe('guests who sign up later', () => {
  it('get only the orders that were paid with their address', async () => {
    const [email, other] = ['Late.Comer@example.org', 'somebody.else@example.org'];
    const mine = await shop.order(bookOne);
    shop.approve(mine.providerOrderId, { email });
    await shop.capture(mine.providerOrderId, mine.headers);
    const foreign = await shop.order(bookOne);
    shop.approve(foreign.providerOrderId, { email: other });
    await shop.capture(foreign.providerOrderId, foreign.headers);

    const customer = await signIn(
      shop.api.deps,
      await createUser(shop.api.deps, { email: 'late.comer@example.org' }),
    );
    const attach = () =>
      transaction(shop.api.deps.db, (manager) =>
        attachGuestOrders(
          manager,
          { userId: customer.user.id, emailKey: emailKey(email) },
          shop.api.deps.now(),
        ),
      );
    await attach();
    await attach();
    const { orders } = (await shop.api.call(calls.listMyOrders, { query: {} }, { headers: customer.headers }))
      .body;
    expect(orders).toMatchObject([{ buyerEmail: email }]);
    expect((await shop.row(foreign.providerOrderId)).userId).toBeNull();
  });
});
