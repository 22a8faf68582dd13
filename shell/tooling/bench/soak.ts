import { setMaxListeners } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { calls } from '@isa/api-contract';
import type { DataSource } from 'typeorm';
import { SeededRandom } from '../../../api/testing/faults/seeded-random';
import { createDataSource } from '../../../api/src/database/data-source';
import { liveVersion } from '../../platform/release/registry/change-registry';
import { readVerifiedRegistry } from '../../platform/store/registry-history';
import { type BuyerCounts, buyRepeatedly } from '../testing/packaged-site/buyers';
import { promoteVisibly, publishNextShop } from '../testing/packaged-site/rolling-deploy';
import { type PackagedSite, startPackagedSite } from '../testing/packaged-site/start-packaged-site';
import { Counts } from '../testing/release-under-load/counts';
import { pause, siteMapAddresses, visitByHttp } from '../testing/release-under-load/http-visitor';
import { root } from '../../packages/node/folders';
import { main, printLine as log } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';
import { growth, type Point } from './shared/statistics';
import { printTable } from './shared/table';

const MINUTE_MS = 60_000;
const VISITORS = 8;
const BUYERS = 4;
/** How long the capacity is measured, in milliseconds. */
const CAPACITY_MS = 20_000;
const SAMPLE_MS = 10_000;
/** Some roles do little but report metrics, and V8 optimises that code over the first thousand reads. */
const WARM_UP_SAMPLE_MS = 1_000;
/** Until a process that was told to has collected its garbage. */
const COLLECT_MS = 500;
const RELEASE_MS = 30_000;
const BEACON_MS = 200;
/** Caches and pools fill in this part of the run, which does not count. */
const WARM_UP = 1 / 3;

/** Loaded before each process, so that SIGUSR2 collects its garbage. */
const COLLECT_GARBAGE = path.join(root, 'shell/tooling/testing/packaged-site/collect-garbage.cjs');

const RESIDENT = 'MB resident';
/** The share of its mean by which a figure may grow in an hour: V8 goes on compiling in a process that does little. */
const NEGLIGIBLE = 0.01;

/** What may grow, by the name of its table: with the purchases, or with the time. */
const GROWS: Readonly<Record<string, 'purchases' | 'minutes'>> = {
  orders: 'purchases',
  order_lines: 'purchases',
  order_events: 'purchases',
  outbox_mails: 'purchases',
  payment_events: 'purchases',
  release_minutes: 'minutes',
};

/**
 * Fails when memory, descriptors, delays, rows or the site's folder grow significantly at half the capacity
 * of this machine: `npm run bench -- soak --minutes 60`.
 */
main(async () => {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
  const minutes = Number(values.minutes ?? 60);
  if (!(minutes >= 3)) throw new UserError('--minutes is at least 3: too short a run shows no growth.');
  const seed = Number(values.seed ?? 1);
  const site = await startPackagedSite({
    processes: { web: 2, jobs: 1, prerender: 1, watch: 1, ops: 1 },
    api: { BCRYPT_COST: '4' },
    environmentOf: () => ({ NODE_OPTIONS: `--require=${COLLECT_GARBAGE}` }),
    log,
  });
  try {
    await soak(site, minutes, seed);
  } finally {
    await site.stop();
  }
  process.exit(0);
});

async function soak(site: PackagedSite, minutes: number, seed: number): Promise<void> {
  const full = await load(site, seed, { visitor: 0, buyer: 0 }, CAPACITY_MS);
  log(
    `capacity: ${rate(full.counts.pageViews, CAPACITY_MS)} pages, ${rate(full.buyers.purchases, CAPACITY_MS)} purchases a second`,
  );
  // Each works half of the time, because it waits as long as it has worked.
  const pauses = {
    visitor: (CAPACITY_MS * VISITORS) / full.counts.pageViews,
    buyer: (CAPACITY_MS * BUYERS) / full.buyers.purchases,
  };
  const shop = await publishNextShop(site);
  const db = await createDataSource({ databaseUrl: site.database.url, dataFolder: site.folder }).initialize();
  const series = new Map<string, Point[]>();
  const ms = minutes * MINUTE_MS;
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  const end = AbortSignal.timeout(ms);
  setMaxListeners(0, end);
  const { counts, buyers } = newCounts();
  await Promise.all([
    load(site, seed + 1, pauses, ms, { counts, buyers }),
    every(RELEASE_MS, end, () => releaseOther(site, shop)),
    every(BEACON_MS, end, () => sendBeacon(site)),
    every(0, end, async () => {
      const at = elapsed();
      const isWarm = at >= ms * WARM_UP;
      const per = { purchases: Math.max(buyers.purchases, 1), minutes: at / MINUTE_MS };
      for (const [name, value] of await sample(site, db, per)) {
        if (isWarm) series.set(name, [...(series.get(name) ?? []), [at / MINUTE_MS, value]]);
      }
      await pause(isWarm ? SAMPLE_MS : WARM_UP_SAMPLE_MS, end);
    }),
  ]);
  await db.destroy();
  log(`half of it: ${rate(counts.pageViews, ms)} pages, ${rate(buyers.purchases, ms)} purchases a second`);
  report(series, minutes);
  const failures = [...counts.examples, ...new Set(buyers.errors)];
  if (counts.failed || buyers.failed > 0) {
    throw new UserError(`Visitors or buyers failed:\n${failures.slice(0, 20).join('\n')}`);
  }
}

function newCounts(): { readonly counts: Counts; readonly buyers: BuyerCounts } {
  return { counts: new Counts(), buyers: { purchases: 0, failed: 0, errors: [] } };
}

/** @param pauses between two pages or purchases, in milliseconds. */
async function load(
  { origin, sandbox }: PackagedSite,
  seed: number,
  pauses: { readonly visitor: number; readonly buyer: number },
  ms: number,
  { counts, buyers } = newCounts(),
): Promise<ReturnType<typeof newCounts>> {
  const end = AbortSignal.timeout(ms);
  setMaxListeners(0, end);
  const addresses = await siteMapAddresses(origin);
  const person = (index: number) => ({ origin, random: new SeededRandom(seed * 1_000 + index), end });
  // A pause is chosen up to the longest, and is on average in the middle.
  const between: readonly [number, number] = [pauses.visitor / 2, pauses.visitor * 1.5 + 1];
  await Promise.all([
    ...Array.from({ length: VISITORS }, (_, index) =>
      visitByHttp({ ...person(index), counts, pauses: between }, addresses),
    ),
    ...Array.from({ length: BUYERS }, (_, index) =>
      // A buyer waits this long and up to as long again.
      buyRepeatedly({ ...person(100 + index), sandbox, readingMs: pauses.buyer / 1.5 }, buyers),
    ),
  ]);
  return { counts, buyers };
}

async function every(ms: number, end: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!end.aborted) {
    await work();
    await pause(ms, end);
  }
}

/** Makes the other of two releases of the shop live. */
async function releaseOther(site: PackagedSite, next: string): Promise<void> {
  const { registry } = await readVerifiedRegistry(site.storage);
  const shop = registry.remotes.find(({ name }) => name === 'shop');
  const live = liveVersion(registry, 'shop');
  await promoteVisibly(site, { shop: live === next ? (shop?.previous?.version ?? next) : next });
}

async function sendBeacon({ origin, storage }: PackagedSite): Promise<void> {
  const { registry } = await readVerifiedRegistry(storage);
  const events = registry.remotes.map(({ name, live }) => ({
    kind: 'view',
    remote: name,
    version: live?.version ?? '',
    slot: 'live',
  }));
  const response = await fetch(origin + calls.telemetry.path, {
    method: calls.telemetry.method,
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ events }),
  });
  if (response.status !== 204) throw new UserError(`A beacon was answered with ${response.status}.`);
}

/** What is measured of each process: the sum of these metrics. */
const PROCESS_METRICS = [
  { unit: 'MB live', divisor: 1e6, metrics: ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'] },
  // The allocator keeps what was freed: shown, and not judged.
  { unit: RESIDENT, divisor: 1e6, metrics: ['process_resident_memory_bytes'] },
  { unit: 'descriptors', divisor: 1, metrics: ['process_open_fds'] },
  { unit: 'ms of delay', divisor: 1e-3, metrics: ['nodejs_eventloop_lag_mean_seconds'] },
] as const;

async function sample(
  { roles, folder }: PackagedSite,
  db: DataSource,
  per: Readonly<Record<'purchases' | 'minutes', number>>,
): Promise<ReadonlyMap<string, number>> {
  const values = new Map<string, number>();
  for (const role of roles) process.kill(await role.workerPid(), 'SIGUSR2');
  await delay(COLLECT_MS);
  for (const [index, { role, metrics: address }] of roles.entries()) {
    const text = await (await fetch(`http://${address}/metrics`)).text();
    for (const { unit, divisor, metrics } of PROCESS_METRICS) {
      const parts = metrics.map((metric) => {
        const value = new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1];
        if (value === undefined) throw new UserError(`The role ${role} has no metric ${metric}.`);
        return Number(value);
      });
      values.set(`${role} ${index + 1}, ${unit}`, parts.reduce((sum, part) => sum + part, 0) / divisor);
    }
  }
  for (const { tableName } of db.entityMetadatas) {
    const [row] = await db.query<{ count: string | number }[]>(`SELECT COUNT(*) AS count FROM ${tableName}`);
    const unit = GROWS[tableName];
    const name = `${tableName}, rows${unit ? ` for each of the ${unit}` : ''}`;
    values.set(name, Number(row?.count) / (unit ? per[unit] : 1));
  }
  const files = await readdir(path.join(folder, 'site'), { recursive: true });
  values.set('site folder, files', files.length);
  return values;
}

/** Prints each series with its line. @throws UserError when one of them grows. */
function report(series: ReadonlyMap<string, readonly Point[]>, minutes: number): void {
  const lines = [...series].map(([name, points]) => {
    const mean = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
    const { slope, error, grows } = growth(points);
    return { name, mean, slope, error, grows: grows && slope * 60 > NEGLIGIBLE * mean };
  });
  printTable(`${minutes} minutes at half the capacity; growth an hour, with its standard error`, [
    ['', 'mean', 'growth an hour', '±', ''],
    ...lines
      .filter(({ slope, grows }) => slope !== 0 || grows)
      .map(({ name, mean, slope, error, grows }) => [
        name,
        mean.toPrecision(4),
        (slope * 60).toPrecision(2),
        (error * 60).toPrecision(2),
        grows ? 'grows' : '',
      ]),
  ]);
  const flat = lines.filter(({ slope }) => slope === 0).map(({ name }) => name);
  log(`\nWithout any change: ${flat.join('; ')}`);
  const growing = lines
    .filter(({ name, grows }) => grows && !name.endsWith(RESIDENT))
    .map(({ name }) => name);
  if (growing.length > 0) throw new UserError(`These grow: ${growing.join('; ')}.`);
}

function rate(count: number, ms: number): string {
  return (count / (ms / 1_000)).toFixed(1);
}
