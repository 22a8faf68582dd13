import { telemetryEventSchema, telemetrySchemas } from './schema';

const view = {
  kind: 'view',
  remote: 'shop',
  version: '1.5.0-0a1b2c3d',
  slot: 'canary',
  route: '/isa-books/:bookId',
};
const accepts = (event: object) => telemetryEventSchema.safeParse(event).success;

test.each([
  view,
  { ...view, remote: 'shell', route: '/*' },
  { ...view, kind: 'error', phase: 'integrity', first: true },
  { ...view, kind: 'error', phase: 'render', first: true, place: '604.0123456789ab.js:1:2345' },
  { ...view, kind: 'vital', name: 'LCP', value: 0 },
  { ...view, kind: 'vital', name: 'INP', value: 12.5, counted: 'slow' },
])('takes %j', (event) => {
  expect(accepts(event)).toBe(true);
});

test.each([
  { email: 'ada@example.org' },
  { message: 'Cannot read properties of undefined' },
  { remote: 'Shop' },
  { remote: 'x'.repeat(41) },
  { version: 'x'.repeat(65) },
  { version: '<script>' },
  { slot: 'beta' },
  { kind: 'click' },
  { kind: 'error', phase: 'fetch' },
  { kind: 'error', phase: 'magic', first: true },
  { kind: 'error', phase: 'render', first: true, place: 'https://isa.example/isa-books/3' },
  { kind: 'error', phase: 'render', first: true, place: 'ada@example.org.js:1:1' },
  { kind: 'error', phase: 'render', first: true, place: 'page.js:0:1' },
  { kind: 'vital', name: 'INP', value: -1 },
  { kind: 'vital', name: 'INP', value: Number.POSITIVE_INFINITY },
  { kind: 'vital', name: 'CLS', value: 0 },
  { kind: 'vital', name: 'LCP', value: 600_001 },
])('refuses what differs by %j', (changes) => {
  expect(accepts({ ...view, ...changes })).toBe(false);
});

test.each([
  '/isa-books/3',
  '/reset/8d2Yt0vJxkqk6v0WmYl3GdZ4rH9qTn1PpB5sUcXe7Ao',
  '/contact?sent=1',
  '/#newsletter=x',
  'https://isa.example/',
  '/%41',
  '//',
])('refuses the address %s where a pattern is asked for', (route) => {
  expect(accepts({ ...view, route })).toBe(false);
});

test.each([0, 51])('refuses a beacon of %d events', (length) => {
  const body = { events: Array.from({ length }, () => view) };
  expect(telemetrySchemas.telemetry.body.safeParse(body).success).toBe(false);
});
