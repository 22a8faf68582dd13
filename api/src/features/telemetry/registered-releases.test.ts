import { on } from 'node:events';
import { createServer } from 'node:http';
import { calls, type TelemetryEvent } from '@isa/api-contract';
import { pino } from 'pino';
import { startApi, type TestApi } from '../../../testing/api';
import { signedByOperators, trustOperators } from '../../../testing/operators';
import { serve } from '../../../testing/test-server';
import { readRegisteredReleases, registeredReleasesJob } from './registered-releases';

const canary = { remote: 'shop', version: '1.6.0', slot: 'canary' } as const;
const failure: TelemetryEvent = { kind: 'error', ...canary, phase: 'render', first: true };
const registry = {
  revision: 7,
  shell: { live: '2.0.0', previous: '1.9.0' },
  remotes: [
    {
      name: 'shop',
      live: { version: '1.5.0', routes: [] },
      previous: { version: '1.4.0' },
      canary: { percent: 5, release: { version: canary.version } },
    },
    { name: 'learning', live: { version: '3.0.0' } },
  ],
};

let answer: { readonly status: number; readonly body: string };
const site = createServer((request, response) => {
  const { status, body } = request.url === '/registry.json' ? answer : { status: 404, body: '' };
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
});
let siteOrigin = '';
let api: TestApi;

beforeAll(async () => {
  siteOrigin = (await serve(site)).origin;
});
beforeEach(async () => {
  answer = { status: 200, body: JSON.stringify({ registry, signature: 'x', key: 'y' }) };
  api = await startApi({ env: { ...trustOperators(), RATE_LIMIT_FACTOR: '1', SITE_ORIGIN: siteOrigin } });
});
afterEach(() => api.close());

async function readRegistry(): Promise<void> {
  await registeredReleasesJob(api.deps).stop();
}

async function failedViews(version: string): Promise<number | undefined> {
  const headers = signedByOperators();
  const { body } = await api.call(calls.releaseTelemetry, { query: { minutes: 1440 } }, { headers });
  return body.releases.find((release) => release.version === version)?.failedViews;
}

/** Reports of as many networks about versions that do not exist. */
async function invent(beacons: number): Promise<void> {
  for (let at = 0; at < beacons; at += 1) {
    const event: TelemetryEvent = { ...failure, version: `9.${at}.0` };
    await api.deps.telemetry.record([event], `${20 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}.9`);
  }
}

async function reportFailures(networks: number): Promise<void> {
  for (let at = 0; at < networks; at += 1) {
    const headers = { 'X-Forwarded-For': `203.0.${at}.9` };
    await api.call(calls.telemetry, { body: { events: [failure] } }, { headers });
  }
}

test('2,000 beacons with invented versions do not hide the failures of a canary', async () => {
  await readRegistry();
  await invent(2_000);
  await reportFailures(5);

  expect(await failedViews(canary.version)).toBe(5);
});

test('a canary that begins after the invented versions is counted under its name', async () => {
  await invent(2_000);
  await readRegistry();
  await reportFailures(5);

  expect(await failedViews(canary.version)).toBe(5);
});

test('invented versions use up only what the registry leaves', async () => {
  await readRegistry();
  await invent(200);

  const headers = signedByOperators();
  const { body } = await api.call(calls.releaseTelemetry, { query: { minutes: 60 } }, { headers });
  // 64 names without the six of the registry, and the common one.
  expect(body.releases).toHaveLength(64 - 6 + 1);
});

test('the live, previous and canary releases of every app are registered', async () => {
  expect(await readRegisteredReleases(siteOrigin)).toEqual([
    { remote: 'shell', version: '2.0.0' },
    { remote: 'shell', version: '1.9.0' },
    { remote: 'shop', version: '1.5.0' },
    { remote: 'shop', version: '1.4.0' },
    { remote: 'shop', version: '1.6.0' },
    { remote: 'learning', version: '3.0.0' },
  ]);
});

test.each([
  ['is away', { status: 503, body: '' }],
  ['sends something else', { status: 200, body: '{"registry":{}}' }],
])('the last known releases stay while the site %s', async (_name, lost) => {
  await readRegistry();
  answer = lost;
  await readRegistry();
  await invent(100);
  await reportFailures(5);

  expect(await failedViews(canary.version)).toBe(5);
});

describe('while the site does not answer, the job', () => {
  /** Reads the registry without pauses. @returns the warnings of these reads. */
  async function warningsOf(reads: number): Promise<unknown[]> {
    const log = pino({ level: 'silent' });
    const warn = jest.spyOn(log, 'warn').mockImplementation();
    const requests = on(site, 'request');
    const job = registeredReleasesJob({ ...api.deps, log }, 0);
    for (let at = 0; at < reads; at += 1) {
      await requests.next();
      // The first two reads are answered as set, and the others fail.
      if (at === 1) answer = { status: 503, body: '' };
    }
    await job.stop();
    await requests.return?.();
    return warn.mock.calls;
  }

  it('warns a minute after it has read the registry', async () => {
    expect(await warningsOf(10)).toHaveLength(1);
  });

  it('is silent for half an hour before it has read the registry once', async () => {
    answer = { status: 503, body: '' };
    expect(await warningsOf(170)).toEqual([]);
  });

  it('warns when it has not read the registry for more than half an hour', async () => {
    answer = { status: 503, body: '' };
    expect(await warningsOf(190)).toHaveLength(1);
  });
});
