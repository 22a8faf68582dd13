import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { IsNull, LessThanOrEqual, Not } from 'typeorm';
import { createDataSource } from '../../../../api/src/database/data-source';
import { Orders, OutboxMails } from '../../../../api/src/database/entities';
import { audit } from '../../../../api/testing/faults/audit';
import { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { publish } from '../../../platform/release/publish/publish';
import { promoteTogether } from '../../../platform/release/registry/changes';
import { appNames } from '../../../packages/node/folders';
import { publishSources } from '../../commands/build-site';
import { folderStorage } from '../../../platform/store/storage/folder';
import { packedFolder } from '../../../platform/store/locations';
import { Counts } from '../release-under-load/counts';
import { siteMapAddresses, visitByHttp } from '../release-under-load/http-visitor';
import { packNextReleases } from '../site/pack-next-releases';
import { type BuyerCounts, buyRepeatedly } from './buyers';
import { type PackagedSite, startPackagedSite } from './start-packaged-site';

export interface RollingDeploy {
  readonly visitors: number;
  readonly buyers: number;
  readonly seed: number;
  /** The pause between two replacements, in milliseconds. */
  readonly pauseMs: number;
  /** The sources of the package that is replaced, and comes back once; by default the package replaces itself. */
  readonly earlier?: string | undefined;
  readonly log: (line: string) => void;
}

type Versions = Readonly<Record<string, string>>;

export interface RollingDeployResult {
  readonly counts: Counts;
  readonly buyers: BuyerCounts;
  readonly orders: number;
  readonly captured: number;
  /** Disagreements of payments, orders and mails. */
  readonly problems: readonly string[];
  readonly seconds: number;
}

/**
 * While visitors browse and buyers pay, the tables are prepared from the next package, its processes replace the former ones
 * one by one, and half-way a release of the shop is promoted. An earlier package comes back and is replaced again before the
 * newer apps are promoted, because it may refuse them.
 */
export async function rollingDeploy(options: RollingDeploy): Promise<RollingDeployResult> {
  const { seed, earlier, log } = options;
  const site = await startPackagedSite({
    processes: { web: 2, jobs: 2, prerender: 2, watch: 2, ops: 1, site: 2 },
    api: { BCRYPT_COST: '4' },
    earlier,
    log,
  });
  try {
    const { origin, roles, sandbox, sink } = site;
    // Without an earlier release the same files in another folder stand for the next version.
    const next = await site.unpack('next');
    const releases = earlier ? await publishNewer(site, log) : { shop: await publishNextShop(site) };
    const started = performance.now();
    const end = new AbortController();
    // Every visitor listens for the end of the run.
    setMaxListeners(0, end.signal);
    const counts = new Counts();
    const buyers: BuyerCounts = { purchases: 0, failed: 0, errors: [] };
    const addresses = await siteMapAddresses(origin);
    const person = (index: number) => ({ origin, random: new SeededRandom(seed + index), end: end.signal });
    const people = [
      ...Array.from({ length: options.visitors }, (_, index) =>
        visitByHttp({ ...person(index), counts }, addresses),
      ),
      ...Array.from({ length: options.buyers }, (_, index) =>
        buyRepeatedly({ ...person(1_000 + index), sandbox }, buyers),
      ),
    ];
    const seconds = (since: number) => (performance.now() - since) / 1_000;
    try {
      await delay(options.pauseMs);
      await site.prepare(next);
      const promote = async (versions: Versions) => {
        const promoted = performance.now();
        await promoteVisibly(site, versions);
        log(`${versions.shop} of the shop is live after ${seconds(promoted).toFixed(1)} s`);
      };
      const replace = async (packageFolder: string, some: typeof roles) => {
        for (const role of some) {
          const begun = performance.now();
          await role.replace(packageFolder);
          log(`${role.role} replaced, ${seconds(begun).toFixed(1)} s; ${buyers.purchases} purchases`);
          await delay(options.pauseMs);
        }
      };
      if (earlier) {
        // The tables stay as the next package has prepared them.
        for (const folder of [next, site.packageFolder, next]) await replace(folder, roles);
        await promote(releases);
      } else {
        const half = Math.floor(roles.length / 2) + 1;
        await replace(next, roles.slice(0, half));
        await promote(releases);
        await replace(next, roles.slice(half));
      }
    } finally {
      end.abort();
      await Promise.all(people);
    }
    const lasted = seconds(started);

    const db = await createDataSource({
      databaseUrl: site.database.url,
      dataFolder: site.folder,
    }).initialize();
    try {
      await sandbox.deliveries.settled();
      await waitUntilNothingIsDue(db);
      const findings = await audit({ db, sink, payments: [...sandbox.orders.values()], afterId: 0 });
      return { counts, buyers, seconds: lasted, ...findings };
    } finally {
      await db.destroy();
    }
  } finally {
    await site.stop();
  }
}

/** @returns the version of another release of the shop. */
export async function publishNextShop({ storage }: PackagedSite): Promise<string> {
  const { shop = '' } = await packNextReleases(['shop']);
  await publish({ app: 'shop', version: shop, storage, from: folderStorage(packedFolder) });
  return shop;
}

/** Builds the apps of these sources into the site's store. */
async function publishNewer({ storage }: PackagedSite, log: RollingDeploy['log']): Promise<Versions> {
  const { built, present } = await publishSources(appNames(), log, storage);
  return { ...present, ...built };
}

/** Promotes releases and waits until visitors get them. @param versions by app. */
export async function promoteVisibly(
  { storage, origin, site }: PackagedSite,
  versions: Versions,
): Promise<void> {
  await promoteTogether(versions, { storage, site, who: 'a bench', why: 'a release under load' });
  const isServed = (registry: string) =>
    Object.values(versions).every((version) => registry.includes(JSON.stringify(version)));
  while (!isServed(await (await fetch(`${origin}/registry.json`)).text())) await delay(100);
}

/** The role jobs settles orders and sends mails within a minute. */
async function waitUntilNothingIsDue(db: ReturnType<typeof createDataSource>): Promise<void> {
  const until = Date.now() + 60_000;
  const waits = async () =>
    (await db.getRepository(OutboxMails).existsBy({ nextAttemptAt: Not(IsNull()) })) ||
    (await db.getRepository(Orders).existsBy({ dueAt: LessThanOrEqual(new Date()) }));
  while ((await waits()) && Date.now() < until) await delay(200);
}
