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

test('exports the revisions and the canaries at the first scrape', async () => {
  const register = new MetricsRegister();
  observeRegistry({ registry: async () => registry, readServed: async () => undefined }, register);
  const text = await register.metrics();
  expect(text).toContain('isa_registry_revision 7');
  expect(text).toContain('isa_canary_percent{remote="shop",version="1.1.0"} 5');
  expect(text).not.toContain('learning');
  expect(text).not.toMatch(/^isa_served_revision /m);
});

test('exports no stale value when the registry cannot be read', async () => {
  const register = new MetricsRegister();
  let isAway = false;
  const read = async () => (isAway ? Promise.reject(new Error('away')) : registry);
  observeRegistry({ registry: read, readServed: async () => undefined }, register);
  await register.metrics();
  isAway = true;
  expect(await register.metrics()).not.toMatch(/^isa_(?:registry_revision|canary_percent)[ {]/m);
});

test('answers a scrape while registry and site hang, without their values', async () => {
  const register = new MetricsRegister();
  const hangs = () => new Promise<never>(() => undefined);
  observeRegistry({ registry: hangs, readServed: hangs, deadlineMs: 1 }, register);
  expect(await register.metrics()).not.toMatch(/^isa_\w+[ {]/m);
});
