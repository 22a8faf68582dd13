import { calls } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import type { CallSchema } from '@isa/api-contract';
import fc from 'fast-check';
import { z } from 'zod';
import { createUser, type SignedIn, signIn } from '../../testing/factories';
import { type Shop, startShop } from '../features/orders/testing/shop';

const RUNS = process.env['TEST_ALL'] ? 200 : 25;

/**
 * Whatever a signed-in customer sends, the response is a success or a 4xx: no 5xx, no hang. The fields have the
 * names of the calls, so that much of it passes validation and reaches handlers and database.
 */
let shop: Shop;
let customer: SignedIn;
beforeAll(async () => {
  shop = await startShop();
  customer = await signIn(shop.api.deps, await createUser(shop.api.deps, { password: 'correct horse' }));
});

const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', minLength: 3, maxLength: 80 }),
  fc.constantFrom(
    '\u0000',
    '\ud800 unpaired',
    'a\u0000b@example.org',
    '🕵️@example.org',
    'ﬁ@ＥＸＡＭＰＬＥ.org',
    "'; DROP TABLE users; --",
    '__proto__',
    'x'.repeat(5000),
    '\u202egro.elpmaxe',
  ),
);
const strangeNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1, 1999, 1007, 2 ** 31, 2 ** 53, 1e308, 0.1),
);
const plausible = fc.constantFrom<unknown>(
  'ada@example.org',
  'correct horse',
  'Ada Lovelace',
  'Sales',
  true,
  1,
  1007,
  [{ productId: 1, quantity: 1 }],
  [{ quantity: 2 }],
  '2026-11-21T12:00:00.000Z',
);
const strange = fc.oneof(strangeText, strangeNumber, plausible, fc.jsonValue({ maxDepth: 3 }));

const schemas: Readonly<Record<string, CallSchema>> = callSchemas;

function fieldsOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** A request of that format with strange contents; some fields are missing. */
function strangeRecord(names: readonly string[], value: fc.Arbitrary<unknown>) {
  const model = Object.fromEntries(names.map((name) => [name, value]));
  return fc.record(model, { requiredKeys: [] });
}

// Signing out or deleting the account would make the other calls fail early.
const harmless = Object.entries(calls).filter(
  ([name]) => !['logout', 'endSession', 'endAllSessions', 'deleteAccount'].includes(name),
);

test.each(harmless)('%s answers strange requests without a server error', async (name, { method, path }) => {
  const schema = schemas[name];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);
  const requests = fc.record({
    params: fc.tuple(...names.map(() => strangeText.filter((text) => text !== ''))),
    query: strangeRecord(fieldsOf(schema?.query), strangeText),
    body: strangeRecord(fieldsOf(schema?.body), strange),
  });
  await fc.assert(
    fc.asyncProperty(requests, async ({ params, query, body }) => {
      const values = params.values();
      const filled = path.replace(/:\w+/g, () => encodeURIComponent(wellFormed(values.next().value ?? 'x')));
      const search = new URLSearchParams();
      for (const [key, value] of Object.entries(query)) search.append(key, String(value));
      const response = await shop.api.fetch(`${filled}?${search.toString()}`, {
        method,
        headers: { ...customer.headers, 'Content-Type': 'application/json' },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status >= 500) throw new Error(`${response.status} ${text}`);
    }),
    { numRuns: RUNS },
  );
});

/** Whatever can be typed on one line: no digit, control character or change of direction. */
const longEnough = strangeText.map((text) =>
  wellFormed(`abc ${text.replace(/[\p{N}\p{C}\p{Z}]/gu, '')}`.slice(0, 60)),
);

test.each([
  ['updateAccount', { username: longEnough, name: longEnough }],
  [
    'contact',
    {
      name: longEnough,
      surname: longEnough,
      email: fc.constant('ada@example.org'),
      department: fc.constant('Sales'),
      message: longEnough,
    },
  ],
  [
    'signup',
    {
      username: longEnough,
      name: longEnough,
      email: fc.uuid().map((id) => `${id}@exämple.org`),
      password: longEnough.map((text) => `secret ${text}`.slice(0, 20)),
    },
  ],
  ['newsletter', { EMAIL: fc.uuid().map((id) => `é${id}@exämple.org`) }],
] as const)('%s keeps whatever text passes its rules', async (name, fields) => {
  const { method, path } = calls[name];
  await fc.assert(
    fc.asyncProperty(fc.record<Record<string, unknown>>(fields), async (body) => {
      const response = await shop.api.fetch(path, {
        method,
        headers: { ...customer.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status >= 500) throw new Error(`${response.status} ${text}`);
      // A password may exceed bcrypt's 72 bytes; everything else here is valid.
      if (name !== 'signup') expect(text).not.toContain('"id":');
    }),
    { numRuns: RUNS },
  );
  await shop.api.deps.background.settled();
});

/** `encodeURIComponent` throws for unpaired surrogates; browsers replace them. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
