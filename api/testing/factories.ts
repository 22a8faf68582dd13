import { randomUUID } from 'node:crypto';
import { CURRENCY, emailKey, pence, PREMIUM_ID, PREMIUM_PRICE } from '@isa/api-contract';
import {
  type Entitlement,
  Entitlements,
  type OrderRow,
  OrderLines,
  Orders,
  type User,
  Users,
} from '../src/database/entities';
import { searchTexts } from '../src/database/search-texts';
import type { Deps } from '../src/roles/deps';

let count = 0;

/** A saved customer. Without a password no log in is possible, and nothing is hashed. */
export async function createUser(
  deps: Deps,
  { password, ...overrides }: Partial<Omit<User, 'id'>> & { readonly password?: string } = {},
): Promise<User> {
  count += 1;
  const email = overrides.email ?? `customer-${count}@example.org`;
  const names = { username: 'customer', name: 'Cora Customer', email, ...overrides };
  return deps.db.getRepository(Users).save({
    ...names,
    searchText: searchTexts.users.of(names),
    emailKey: emailKey(email),
    passwordHash: password === undefined ? 'no password fits this' : await deps.passwords.hash(password),
    emailVerifiedAt: null,
    createdAt: deps.now(),
    ...overrides,
  });
}

export interface SignedIn {
  readonly user: User;
  readonly token: string;
  /** The headers of the site's pages: the cookie, and the origin as proof. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A customer with a session; without a user one whose address is confirmed. */
export async function signIn(deps: Deps, user?: User): Promise<SignedIn> {
  const owner = user ?? (await createUser(deps, { emailVerifiedAt: deps.now() }));
  const { token } = await deps.sessions.start(owner, 'test');
  return {
    user: owner,
    token,
    headers: { Cookie: `token=${token}`, Origin: deps.env.siteOrigin },
  };
}

/** An order for premium access, without its lines. */
function capturedOrder(deps: Deps, buyer: Pick<OrderRow, 'userId'> & Partial<OrderRow>): Promise<OrderRow> {
  const at = deps.now();
  return deps.db.getRepository(Orders).save({
    ...buyer,
    status: 'captured',
    requestId: randomUUID(),
    currency: CURRENCY,
    subtotal: PREMIUM_PRICE,
    shipping: pence(0),
    total: PREMIUM_PRICE,
    vat: pence(1283),
    refunded: pence(0),
    refunding: pence(0),
    createdAt: at,
    updatedAt: at,
    capturedAt: at,
  });
}

/** Premium access for a customer, paid by an order. */
export async function grantPremium(deps: Deps, userId: number): Promise<Entitlement> {
  const at = deps.now();
  const order = await capturedOrder(deps, { userId });
  return deps.db.getRepository(Entitlements).save({
    userId,
    productId: PREMIUM_ID,
    orderId: order.id,
    grantedAt: at,
    revokedAt: null,
  });
}

/** A signed-in customer with premium access. */
export async function signInWithPremium(deps: Deps): Promise<SignedIn> {
  const customer = await signIn(deps);
  await grantPremium(deps, customer.user.id);
  return customer;
}

/** A captured order for premium access, of a customer or a guest. @returns its id. */
export async function savePaidOrder(deps: Deps, userId: number | null, buyerEmail: string): Promise<number> {
  const buyer = { userId, buyerEmail, buyerEmailKey: emailKey(buyerEmail) };
  const { id } = await capturedOrder(deps, buyer);
  await deps.db.getRepository(OrderLines).insert({
    orderId: id,
    productId: PREMIUM_ID,
    title: 'Premium access',
    quantity: 1,
    unitPrice: PREMIUM_PRICE,
    lineTotal: PREMIUM_PRICE,
    vat: pence(1283),
    vatPercent: 20,
  });
  return id;
}
