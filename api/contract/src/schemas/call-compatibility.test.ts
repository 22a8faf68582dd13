import { z } from 'zod';
import { incompatibility } from './call-compatibility';
import { type CallContract, describeCalls } from './call-contracts';

const schema = (type: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' });

const call = (request: z.ZodType, response: z.ZodType, path = '/api/books'): CallContract => ({
  method: 'GET',
  path,
  request: schema(z.object({ body: request }), 'input'),
  response: schema(response, 'output'),
});

const book = z.object({ id: z.number().int(), title: z.string(), kind: z.enum(['print', 'pdf']) });
const filter = z.object({ title: z.string().max(20), page: z.number().int().optional() });
const needed = call(filter, z.object({ books: z.array(book) }));

test('every call of the API serves a release that was built against the same version', () => {
  const calls = Object.entries(describeCalls());
  expect(calls.length).toBeGreaterThan(50);
  expect(calls.flatMap(([, one]) => incompatibility(one, one) ?? [])).toEqual([]);
});

test.each([
  ['a further optional field of the request', filter.extend({ sort: z.string().optional() }), book],
  ['a longer text', filter.extend({ title: z.string().max(50) }), book],
  ['one more field of the response', filter, book.extend({ pages: z.number() })],
  ['fewer values in the response', filter, book.extend({ kind: z.literal('pdf') })],
  ['a number instead of an integer in the request', filter.extend({ page: z.number().optional() }), book],
])('%s is compatible', (_, request, item) => {
  expect(incompatibility(needed, call(request, z.object({ books: z.array(item) })))).toBeUndefined();
});

test.each([
  ['a new required field', filter.extend({ sort: z.string() }), book, 'does not accept request.body.sort'],
  ['a shorter text', filter.extend({ title: z.string().max(5) }), book, 'does not accept request.body.title'],
  [
    'a field that is gone from the response',
    filter,
    book.omit({ title: true }),
    'does not promise response.books[].title',
  ],
  [
    'a field that may be missing',
    filter,
    book.partial({ title: true }),
    'does not promise response.books[].title',
  ],
  ['another type', filter, book.extend({ id: z.string() }), 'does not promise response.books[].id'],
  [
    'a new value in the response',
    filter,
    book.extend({ kind: z.enum(['print', 'pdf', 'audio']) }),
    'does not promise response.books[].kind',
  ],
  [
    'null in the response',
    filter,
    book.extend({ title: z.string().nullable() }),
    'does not promise response.books[].title',
  ],
])('%s is not compatible', (_, request, item, expected) => {
  expect(incompatibility(needed, call(request, z.object({ books: z.array(item) })))).toBe(
    `the API ${expected}`,
  );
});

test('a call that is gone or has moved is not compatible', () => {
  expect(incompatibility(needed, undefined)).toBe('the API does not have it');
  expect(incompatibility(needed, call(filter, z.object({ books: z.array(book) }), '/api/volumes'))).toBe(
    'the API has it as GET /api/volumes and not as GET /api/books',
  );
});
