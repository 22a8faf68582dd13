import type { ReleaseTelemetry } from '@isa/api-contract';
import { Registry as MetricsRegister } from 'prom-client';
import type { Registry } from '../../formats/registry';
import { observeRegistry } from './registry-metrics';

const release = (version: string) => ({
  ...{ version, entry: '', globalName: '', integrity: '', scripts: [], routes: [], menu: [] },
});
const registry: Registry = {
  revision: 7,
  shell: { live: '1.0.0' },
  remotes: [
    { name: 'shop', live: release('1.0.0'), canary: { percent: 5, release: release('1.1.0') } },
    { name: 'learning', live: release('2.0.0') },
  ],
};

const errors = { fetch: 0, integrity: 0, evaluate: 0, load: 0, chunk: 0, render: 0, data: 0, uncaught: 0 };
const counts = (remote: string, version: string, views: number, failedViews: number): ReleaseTelemetry => ({
  ...{ remote, version, slot: 'live', views, failedViews, errors },
  ...{ measuredViews: 0, slowViews: 0, policyReports: 0 },
});

const whole = {
  registry: async () => registry,
  readServed: async (): Promise<number | undefined> => undefined,
  validUntil: async () => new Date(1_790_000_000_000),
  lastWithdrawal: async (): Promise<Date | undefined> => undefined,
  telemetry: async () => [
    counts('shop', '1.0.0', 22, 11),
    counts('shop', '0.9.0', 90, 90),
    counts('learning', '2.0.0', 5, 5),
  ],
  certificates: async () => new Map([['https://office.example', new Date(1_800_000_000_000)]]),
};

test('exports the revisions, the canaries, and what expires, at the first scrape', async () => {
  const register = new MetricsRegister();
  observeRegistry(whole, register);
  const text = await register.metrics();
  expect(text).toContain('isa_registry_revision 7');
  expect(text).toContain('isa_canary_percent{remote="shop",version="1.1.0"} 5');
  expect(text).toContain('isa_registry_valid_until_seconds 1790000000');
  expect(text).toContain('isa_certificate_valid_until_seconds{origin="https://office.example"} 1800000000');
  expect(text).not.toMatch(/^isa_served_revision /m);
});

test('exports how often live releases fail, where enough of their views are known', async () => {
  const register = new MetricsRegister();
  observeRegistry(whole, register);
  const lines = (await register.metrics()).match(/^isa_release_failed_views_ratio.*$/gm);
  expect(lines).toEqual(['isa_release_failed_views_ratio{remote="shop",version="1.0.0"} 0.5']);
});

test('exports when the watcher has last withdrawn a release, and 0 before the first time', async () => {
  const register = new MetricsRegister();
  const dates: Date[] = [];
  observeRegistry({ ...whole, lastWithdrawal: async () => dates[0] }, register);
  expect(await register.metrics()).toMatch(/^isa_release_withdrawn_seconds 0$/m);
  dates.push(new Date(1_790_000_000_000));
  expect(await register.metrics()).toMatch(/^isa_release_withdrawn_seconds 1790000000$/m);
});

test('exports no stale value when registry, site and API cannot be read', async () => {
  const register = new MetricsRegister();
  let isAway = false;
  const sources = Object.fromEntries(
    Object.entries(whole).map(([name, read]) => [
      name,
      async () => (isAway ? Promise.reject(new Error('away')) : read()),
    ]),
  );
  observeRegistry({ ...whole, ...sources }, register);
  expect(await register.metrics()).toMatch(/^isa_registry_revision 7$/m);
  isAway = true;
  expect(await register.metrics()).not.toMatch(/^isa_\w+[ {]/m);
});

test('answers a scrape while registry, site and API hang, without their values', async () => {
  const register = new MetricsRegister();
  const hangs = () => new Promise<never>(() => undefined);
  const sources = Object.fromEntries(Object.keys(whole).map((name) => [name, hangs]));
  observeRegistry({ ...whole, ...sources, deadlineMs: 1 }, register);
  expect(await register.metrics()).not.toMatch(/^isa_\w+[ {]/m);
});
