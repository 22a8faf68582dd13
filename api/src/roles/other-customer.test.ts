import { type CallRequest, calls, type CallSchema, urlOf } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import { z } from 'zod';
import { addPasskey } from '../../testing/authenticator';
import { changeContent } from '../../testing/content';
import { createUser, grantPremium, type SignedIn, signIn } from '../../testing/factories';
import { entities, Sessions } from '../database/entities';
import { type Shop, startShop } from '../features/orders/testing/shop';

/**
 * Every call that takes the id of a customer's row is sent with another customer's id, and without a session: it is refused
 * like an id that does not exist, and changes nothing. The calls are found by the fields of the call table: a new field
 * fails the test until it stands in one of these lists.
 */

/** Fields that name rows of one customer, with an id that nobody has. */
const OWNED: Readonly<Record<string, string | number>> = {
  passkeyId: 999_999,
  sessionId: 999_999,
  providerOrderId: 'AN-UNKNOWN-ORDER',
  orderID: 'AN-UNKNOWN-ORDER',
};
/** Secrets: anybody who has one may use it. Their own tests guess and steal them. */
const SECRETS = ['token', 'link', 'ticket', 'password', 'currentPassword', 'newPassword', 'passkey'];
/** Names of public content, and what the caller says about themselves. */
const OTHERS = [
  ...[
    'bookId',
    'lessonId',
    'postId',
    'slug',
    'items',
    'order',
    'expectedTotal',
    'digitalConsent',
    'close',
    'company',
    'purchaseOrderNumber',
  ],
  ...[
    'email',
    'newEmail',
    'EMAIL',
    'name',
    'surname',
    'username',
    'department',
    'message',
    'reference',
    'b_reference',
    'remember',
  ],
  // What an organisation writes when it asks for a quote.
  ...['course', 'organisation', 'role', 'people', 'place', 'months', 'purchaseOrder', 'telephone'],
  ...['positionSeconds', 'watched', 'secondsAgo', 'events', 'minutes', 'limit'],
  // The account that the page shows: an order of any other session is refused, as claims.test.ts shows.
  'account',
  // Random, and it changes nothing: a sign-up or a message with one that is known is not repeated.
  'requestId',
  // A position in the caller's own list.
  'cursor',
];

const PASSWORD = 'correct horse';
const PARTS = ['params', 'query', 'body'] as const;

type CallName = keyof typeof calls;
/** The rest of a valid request by a customer, and the refusal that is not 404. */
interface Sample {
  readonly body?: object;
  readonly refusal?: string;
}
const SAMPLES: Partial<Record<CallName, Sample>> = {
  renamePasskey: { body: { name: 'Renamed' } },
  removePasskey: { body: { password: PASSWORD } },
  endSession: { body: {} },
  captureOrder: { body: {} },
  readOrder: {},
  cancelOrder: { body: {} },
  processPurchase: { body: { order: [] }, refusal: 'nothing-to-claim' },
};

const schemas: Readonly<Record<CallName, CallSchema>> = callSchemas;
const names = Object.keys(calls).filter((name): name is CallName => name in schemas);

/** The fields of a call with the part of the request that they are in. */
function fieldsOf(name: CallName): { readonly part: (typeof PARTS)[number]; readonly field: string }[] {
  return PARTS.flatMap((part) => {
    const schema = schemas[name][part];
    if (schema === undefined) return [];
    if (!(schema instanceof z.ZodObject)) throw new Error(`${name}: the fields of ${part} are not known.`);
    return Object.keys(schema.shape).map((field) => ({ part, field }));
  });
}

const takingIds = names.filter((name) => fieldsOf(name).some(({ field }) => Object.hasOwn(OWNED, field)));

let shop: Shop;
let owner: SignedIn;
let stranger: SignedIn;
/** The owner's ids, by field. */
let owned: typeof OWNED;

beforeAll(async () => {
  shop = await startShop();
  const { deps } = shop.api;
  // Its buyer can cancel an order for a book that is not published.
  await changeContent(deps.db, 'book', { preOrder: true }, { itemIds: [1] });
  const customer = async () =>
    signIn(deps, await createUser(deps, { password: PASSWORD, emailVerifiedAt: deps.now() }));
  [owner, stranger] = [await customer(), await customer()];
  await grantPremium(deps, stranger.user.id);
  const { row } = await addPasskey(shop.api, owner);
  await signIn(deps, owner.user);
  const other = await deps.db
    .getRepository(Sessions)
    .findOneOrFail({ where: { userId: owner.user.id }, order: { id: 'DESC' } });
  const { providerOrderId } = await shop.order([{ productId: 1, quantity: 1 }], owner.headers);
  shop.approve(providerOrderId);
  owned = { passkeyId: row.id, sessionId: other.id, providerOrderId, orderID: providerOrderId };
});

function requestOf(name: CallName, ids: typeof OWNED): CallRequest {
  const sample = SAMPLES[name];
  if (!sample) throw new Error(`SAMPLES needs a valid request for ${name}.`);
  const request: Record<string, object> = { ...(sample.body && { body: sample.body }) };
  for (const { part, field } of fieldsOf(name))
    if (Object.hasOwn(OWNED, field)) request[part] = { ...request[part], [field]: ids[field] };
  return request;
}

/** All rows of all tables, without the last use of sessions. */
async function rows(): Promise<string> {
  const tables = [];
  for (const entity of entities) tables.push(await shop.api.deps.db.getRepository<object>(entity).find());
  return JSON.stringify(tables, (key, value: unknown) => (key === 'lastUsedAt' ? undefined : value));
}

test('every field of the call table is classified', () => {
  const known = [...Object.keys(OWNED), ...SECRETS, ...OTHERS];
  const fields = names.flatMap((name) => fieldsOf(name).map(({ field }) => ({ name, field })));
  const unclassified = fields
    .filter(({ field }) => !known.includes(field))
    .map(({ name, field }) => `${field} of ${name}: add it to OWNED, SECRETS or OTHERS in this file`);
  expect(unclassified).toEqual([]);
  expect(known.filter((name) => !fields.some(({ field }) => field === name))).toEqual([]);
});

describe.each(takingIds)('%s', (name) => {
  test('refuses another customer’s id like one that does not exist, and changes nothing', async () => {
    const before = await rows();
    const invented = await shop.api.refuse(calls[name], requestOf(name, OWNED), stranger);
    const refused = await shop.api.refuse(calls[name], requestOf(name, owned), stranger);

    const { refusal } = SAMPLES[name] ?? {};
    if (refusal === undefined) expect(refused.status).toBe(404);
    else expect(refused.body.id).toBe(refusal);
    expect({ ...refused.body, requestId: '' }).toEqual({ ...invented.body, requestId: '' });
    expect(await rows()).toBe(before);
  });

  test('refuses it without a session, and changes nothing', async () => {
    const before = await rows();
    const { status } = await shop.api.refuse(calls[name], requestOf(name, owned));

    expect([401, 404]).toContain(status);
    expect(await rows()).toBe(before);
  });
});

// Their sequence is that of the call table: what one removes, another does not need.
test.each(takingIds)('%s is done for the owner', async (name) => {
  const { body, ...input } = requestOf(name, owned);
  const { method, path } = calls[name];
  const { status } = await shop.api.fetch(urlOf(path, input), {
    method,
    headers: { ...owner.headers, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(status).toBe(200);
});
