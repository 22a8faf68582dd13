import { pino } from 'pino';
import { calls, type ReleaseTelemetry, type TelemetryEvent } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { signedByOperators, trustOperators } from '../../../testing/operators';
import { cookiesOf } from '../../../testing/cookies';
import { signIn } from '../../../testing/factories';
import { openDeps } from '../../roles/deps';
import { OutboxMails, ReleaseMinutes } from '../../database/entities';
import { removeExpired } from '../../database/housekeeping';
import { createTelemetryCounters, type TelemetryMeter } from './counters';

const operator = { headers: signedByOperators() };
const MINUTE_MS = 60_000;

const shop = { remote: 'shop', version: '1.5.0', slot: 'canary' } as const;
const view: TelemetryEvent = { kind: 'view', ...shop };
const fault: TelemetryEvent = { kind: 'error', ...shop, phase: 'chunk', first: true };
const vital = (name: 'LCP' | 'INP', value: number, counted?: 'measured' | 'slow'): TelemetryEvent => ({
  kind: 'vital',
  ...shop,
  name,
  value,
  ...(counted && { counted }),
});

let api: TestApi;
beforeEach(async () => {
  api = await startApi({ env: trustOperators() });
});
afterEach(() => api.close());

const report = (events: TelemetryEvent[]) => api.call(calls.telemetry, { body: { events } });

async function releases(minutes = 60): Promise<ReleaseTelemetry[]> {
  return (await api.call(calls.releaseTelemetry, { query: { minutes } }, operator)).body.releases;
}

const rows = () => api.deps.db.getRepository(ReleaseMinutes);
const silent: TelemetryMeter = {
  count: () => undefined,
  dropped: () => undefined,
  reset: () => undefined,
};

describe('a beacon', () => {
  test('is accepted as a browser sends it, with cookies and from a page that unloads', async () => {
    const { token } = await signIn(api.deps);
    // The request of `navigator.sendBeacon(url, new Blob([…], { type: 'application/json' }))`.
    const response = await api.fetch(calls.telemetry.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: `token=${token}` },
      body: JSON.stringify({ events: [view] }),
    });

    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(cookiesOf(response)).toEqual({});
  });

  test('a beacon of another site is never sent: its preflight is not granted', async () => {
    const preflight = await api.fetch(calls.telemetry.path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();

    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const response = await api.fetch(calls.telemetry.path, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: JSON.stringify({ events: [view] }),
      });
      expect(response.status).toBe(415);
    }
    expect(await releases()).toEqual([]);
  });

  test('a beacon with one invalid event counts nothing', async () => {
    const personal = { ...view, email: 'ada@example.org' };
    expect((await api.refuse(calls.telemetry, { body: { events: [view, personal] } })).status).toBe(400);

    expect(await releases()).toEqual([]);
  });

  test('with an error is logged with its place, and with nothing about the visitor', async () => {
    const lines: unknown[] = [];
    const options = { level: 'warn', base: null, timestamp: false };
    const log = pino(options, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const logged = await startApi({ replace: () => ({ log }) });
    const { token } = await signIn(logged.deps);
    const place = 'book.0a1b.js:1:204';
    const route = '/isa-books/:bookId';
    const headers = {
      Cookie: `token=${token}`,
      'User-Agent': 'Ada/1',
      Referer: 'https://isa.example/isa-books/7',
    };
    await logged.call(calls.telemetry, { body: { events: [view, { ...fault, route, place }] } }, { headers });
    expect(lines).toEqual([
      { level: 40, ...shop, phase: 'chunk', place, route, msg: 'a page reported an error' },
    ]);
  });

  test('is rejected when one address sends too many', async () => {
    const strict = await startApi({ env: { RATE_LIMIT_FACTOR: '0.01' } });
    const send = () => strict.fetch(calls.telemetry.path, { method: 'POST', headers, body });
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ events: [view] });
    const statuses = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await send()).status);
    expect(statuses).toEqual([204, 204, 204, 429, 429]);
  });
});

describe('the operators’ report', () => {
  test('counts views, failed views and errors by phase', async () => {
    await report([view, view, view, fault, { ...fault, phase: 'render', first: false }]);
    await report([{ kind: 'policy', ...shop }]);
    await report([{ kind: 'view', ...shop, slot: 'live', version: '1.4.0' }]);

    const [live, canary] = await releases();

    expect(live).toMatchObject({ version: '1.4.0', slot: 'live', views: 1, failedViews: 0 });
    expect(canary).toMatchObject({
      ...shop,
      views: 3,
      failedViews: 1,
      errors: { fetch: 0, integrity: 0, evaluate: 0, load: 0, chunk: 1, render: 1, data: 0, uncaught: 0 },
      measuredViews: 0,
      slowViews: 0,
      policyReports: 1,
    });
  });

  test.each<readonly [string, readonly TelemetryEvent[], number, number]>([
    ['the bounds of both vitals', [vital('LCP', 2_500), vital('INP', 200, 'measured')], 1, 0],
    ['a late largest paint', [vital('LCP', 2_501)], 1, 1],
    ['a late next paint', [vital('INP', 208)], 1, 1],
    [
      'a late next paint after a largest paint in time',
      [vital('LCP', 900), vital('INP', 208, 'measured')],
      1,
      1,
    ],
    ['two late vitals', [vital('LCP', 2_600), vital('INP', 400, 'slow')], 1, 1],
    ['two views', [vital('LCP', 900), vital('LCP', 3_000)], 2, 1],
  ])('counts a view as slow once: %s', async (_name, events, measuredViews, slowViews) => {
    await report([...events]);
    expect(await releases()).toMatchObject([{ measuredViews, slowViews }]);
  });

  test('covers the requested minutes', async () => {
    await report([view]);
    api.advance(10 * MINUTE_MS);
    await report([view, view]);

    expect((await releases(5))[0]?.views).toBe(2);
    expect((await releases(15))[0]?.views).toBe(3);
    for (const minutes of [0, 1441, 1.5]) {
      const { status } = await api.refuse(calls.releaseTelemetry, { query: { minutes } }, operator);
      expect(status).toBe(400);
    }
  });

  test('is for operators only', async () => {
    for (const Authorization of [
      '',
      'Bearer',
      `${operator.headers.Authorization}x`,
      operator.headers.Authorization.replace('Bearer ', ''),
      operator.headers.Authorization.replace('Bearer', 'Basic'),
      'Bearer the-token-for-metrics-0123456789-0123456789',
    ]) {
      const { status, headers } = await api.refuse(
        calls.releaseTelemetry,
        {},
        { headers: { Authorization } },
      );
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
    const withoutTrust = await startApi();
    expect((await withoutTrust.refuse(calls.releaseTelemetry, {}, operator)).status).toBe(401);
  });
});

describe('the report of errors and mails', () => {
  const operations = async () => (await api.call(calls.operations, {}, operator)).body;

  test('counts where a release failed, without anything about a visitor', async () => {
    const at = (place: string): TelemetryEvent => ({ ...fault, kind: 'error', place });
    await report([at('book.0a1b.js:1:204'), at('book.0a1b.js:1:204'), at('book.0a1b.js:9:1'), fault, view]);
    const { errors } = await operations();
    expect(errors).toEqual([
      expect.objectContaining({
        remote: 'shop',
        version: '1.5.0',
        phase: 'chunk',
        place: 'book.0a1b.js:1:204',
        amount: 2,
      }),
      expect.objectContaining({ place: 'book.0a1b.js:9:1', amount: 1 }),
    ]);
    expect(Object.keys(errors[0] ?? {}).sort()).toEqual([
      'amount',
      'lastAt',
      'phase',
      'place',
      'remote',
      'version',
    ]);
    api.advance(8 * 24 * 60 * MINUTE_MS);
    expect((await operations()).errors).toEqual([]);
  });

  test('says which mails wait and which have failed, without addresses', async () => {
    const mail = {
      ...{ kind: 'order-sent', dedupeKey: null, recipient: 'a@b.example', recipientKey: 'a@b.example' },
      ...{ replyTo: null, listUnsubscribe: null, subject: '', body: '', html: '', createdAt: api.deps.now() },
      ...{ attempts: 3, sentAt: null, messageId: null },
    };
    await api.deps.db.getRepository(OutboxMails).insert([
      { ...mail, nextAttemptAt: new Date(api.deps.now().getTime() + MINUTE_MS), lastError: null },
      { ...mail, nextAttemptAt: null, lastError: '550 <a@b.example> is unknown' },
    ]);
    const { mails } = await operations();
    expect(mails).toMatchObject({ waiting: 1, oldestAt: mail.createdAt.toISOString() });
    expect(mails.failed).toEqual([
      expect.objectContaining({ attempts: 3, lastError: '550 (address) is unknown' }),
    ]);
  });

  test('needs the operators’ token', async () => {
    expect((await api.refuse(calls.operations, {})).status).toBe(401);
  });
});

test('several processes add to the same minutes, even concurrently', async () => {
  const other = createTelemetryCounters(api.deps.db, api.deps.now, silent);
  const separate = await openDeps(api.deps.env, { now: api.deps.now });
  try {
    for (let round = 0; round < 10; round += 1) {
      for (const counters of [api.deps.telemetry, other, separate.deps.telemetry]) {
        await counters.record([view, vital('INP', 16), fault]);
      }
      await Promise.all([api.deps.telemetry.flush(), other.flush(), separate.deps.telemetry.flush()]);
    }
  } finally {
    // Buffered counters are saved when a process ends.
    await separate.deps.telemetry.record([view]);
    await separate.close();
  }

  expect((await releases())[0]).toMatchObject({ views: 31, failedViews: 30, measuredViews: 30 });
});

test('counters that could not be saved are saved once later', async () => {
  const counters = createTelemetryCounters(api.deps.db, api.deps.now, silent);
  await counters.record([view, fault]);
  const failing = jest
    .spyOn(api.deps.db, 'transaction')
    .mockRejectedValueOnce(new Error('The disk is full.'));
  await expect(counters.flush()).rejects.toThrow('full');
  failing.mockRestore();
  await counters.record([view]);

  await counters.flush();
  await counters.flush();

  expect((await releases())[0]).toMatchObject({ views: 2, failedViews: 1 });
});

test('too many invented names are counted together, and those in use return within the hour', async () => {
  const invented = Array.from({ length: 200 }, (_, at): TelemetryEvent => ({
    ...view,
    version: `9.9.${at}`,
  }));
  for (let at = 0; at < 10; at += 1) await report([view]);
  for (let at = 0; at < invented.length; at += 50) await report(invented.slice(at, at + 50));
  await report([view]);

  const all = await releases();
  expect(all).toHaveLength(65);
  expect(all.find(({ version }) => version === shop.version)?.views).toBe(11);
  expect(all.find(({ remote }) => remote === 'other')?.views).toBe(200 - 63);

  api.advance(61 * MINUTE_MS);
  await report([{ ...view, version: '1.6.0' }, view]);
  const later = await releases(1);
  expect(later.map(({ version }) => version)).toEqual(['1.5.0', '1.6.0']);
});

test('many invented values fill neither memory nor tables', async () => {
  const counters = createTelemetryCounters(api.deps.db, api.deps.now, silent);
  for (let version = 0; version < 100; version += 1) {
    for (let value = 0; value < 3_000; value += 100) {
      await counters.record([{ ...vital('INP', value), version: `9.${version}.0` }]);
    }
  }
  await counters.flush();

  expect(await rows().count()).toBe(2 * 65);
});

test('old minutes are removed', async () => {
  await report([view]);
  await api.deps.telemetry.flush();
  api.advance(24 * 60 * MINUTE_MS);
  await removeExpired(api.deps);
  expect(await rows().count()).toBe(1);

  api.advance(25 * 60 * MINUTE_MS);
  await removeExpired(api.deps);
  expect(await rows().count()).toBe(0);
});
