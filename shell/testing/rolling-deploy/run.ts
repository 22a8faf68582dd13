import { execFile } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { IsNull, LessThanOrEqual, Not } from 'typeorm';
import { sampleCredentials, sampleMerchant, startSandbox } from '../../../api/paypal-sandbox/sandbox';
import { createDataSource } from '../../../api/src/database/data-source';
import { Orders, OutboxMails } from '../../../api/src/database/entities';
import { audit } from '../../../api/testing/faults/audit';
import { execute } from '../../../api/testing/cluster/deployment';
import { openMailSink } from '../../../api/testing/faults/mail-sink';
import { SeededRandom } from '../../../api/testing/faults/seeded-random';
import { findMariaDb, startMariaDb } from '../../../api/testing/mariadb';
import { nginxProgram, startNginxWith } from '../../../api/testing/nginx-process';
import { versionOf } from '../../release/pack';
import { publish } from '../../release/publish';
import { promoteTogether } from '../../release/registry/changes';
import type { Role } from '../../hosting/roles';
import { nginxConfiguration } from '../../server/nginx/configuration';
import { folderStorage } from '../../store/storage/folder';
import { appNames } from '../../tools/folders';
import { keysFolder, packedFolder, storeFolder } from '../../tools/locations';
import { runNode, sourceScript } from '../../tools/node';
import { freePort } from '../../tools/processes';
import { UserError } from '../../tools/user-error';
import { Counts } from '../release-under-load/counts';
import { publicAddresses, visitByHttp } from '../release-under-load/http-visitor';
import { temporaryFolder } from '../release/test-store';
import { packNextReleases } from '../site/pack-next-releases';
import { type BuyerCounts, buyRepeatedly } from './buyers';
import { PackageRole } from './package-role';

const run = promisify(execFile);

export interface RollingDeploy {
  readonly visitors: number;
  readonly buyers: number;
  readonly seed: number;
  /** Between two replacements, in milliseconds. */
  readonly calmMs: number;
  readonly log: (line: string) => void;
}

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
 * Runs the site as `shell/docs/hosting.md` describes it: nginx, two processes each of `web`, `jobs` and `compose`, one of `watch`
 * and `ops`, on MariaDB. While visitors walk and buyers pay, the tables are prepared from the next package, its processes
 * replace the former ones one by one, and half-way a release of the shop is promoted.
 */
export async function rollingDeploy(options: RollingDeploy): Promise<RollingDeployResult> {
  const programs = await findMariaDb();
  if (!programs || !nginxProgram) throw new UserError('This bench needs mariadb-server and nginx-light.');
  const { seed, log } = options;
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const { folder, remove } = await temporaryFolder();
    stops.push(remove);
    const [former, next] = await unpackTwice(folder, log);
    const store = await fillStore(path.join(folder, 'store'));

    const database = await startMariaDb(programs);
    stops.push(() => database.stop());
    await execute(database.url, 'CREATE DATABASE isa CHARACTER SET utf8mb4');
    const databaseUrl = new URL('/isa', database.url).href;
    const sink = await openMailSink();
    stops.push(() => sink.close());

    const [sandboxPort, cdnPort, opsPort, ...webPorts] = await Promise.all(
      Array.from({ length: 5 }, () => freePort()),
    );
    const siteFolder = path.join(folder, 'site');
    await mkdir(siteFolder);
    let origin = '';
    const cdnOrigin = `http://localhost:${cdnPort}`;
    const nginx = await startNginxWith(nginxProgram, async ({ port, accessLog }) => {
      origin = `http://localhost:${port}`;
      const configuration = await nginxConfiguration({
        siteOrigin: origin,
        cdnOrigin,
        siteFolder,
        storeFolder: path.join(folder, 'store'),
        servesStore: true,
        mediaFolder: path.join(folder, 'media'),
        api: webPorts.map((webPort) => `127.0.0.1:${webPort}`),
        ops: `127.0.0.1:${opsPort}`,
        paymentOrigins: [`http://localhost:${sandboxPort}`],
        accessLog,
      });
      // Some machines have no IPv6.
      return configuration.replaceAll(/listen \[::\]:\d+;/g, '');
    });
    stops.push(() => nginx.stop());
    const sandbox = await startSandbox({
      port: sandboxPort ?? 0,
      credentials: sampleCredentials,
      merchant: sampleMerchant,
      webhook: { id: 'sandbox-webhook', url: `${origin}/api/paypal/webhooks` },
      webhookPauseMs: 200,
    });
    stops.push(() => sandbox.stop());

    const environment = {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      BCRYPT_COST: '4',
      // All visitors have one address.
      RATE_LIMIT_FACTOR: '10000',
      DATA_FOLDER: folder,
      STORE_FOLDER: path.join(folder, 'store'),
      SITE_FOLDER: siteFolder,
      KEYS_FOLDER: keysFolder,
      SITE_ORIGIN: origin,
      CDN_ORIGIN: cdnOrigin,
      API_ORIGIN: origin,
      OPS_PORT: String(opsPort),
      RENDERER_CONFINEMENT: 'permissions',
    };
    const apiEnvironment = {
      ...environment,
      APP_SECRET: 'a secret of tests, which is long enough',
      DATABASE_URL: databaseUrl,
      PAYPAL_API_URL: sandbox.origin,
      PAYPAL_SDK_URL: `${sandbox.origin}/sdk/js`,
      PAYPAL_MERCHANT_ID: sampleMerchant.id,
      SMTP_URL: sink.url,
    };
    const prepare = (packageFolder: string) =>
      run(process.execPath, [path.join(packageFolder, 'shell/role.cjs'), 'prepare'], {
        env: { ...environment, DATABASE_URL: databaseUrl },
      });
    const others = (role: Role) => new PackageRole(role, environment);
    const roles = [
      ...webPorts.map((port) => new PackageRole('web', { ...apiEnvironment, API_PORT: String(port) })),
      new PackageRole('jobs', apiEnvironment),
      new PackageRole('jobs', apiEnvironment),
      others('compose'),
      others('compose'),
      others('watch'),
      others('ops'),
    ];
    await prepare(former);
    for (const role of roles) {
      // Before the first request, so that a start that is cut off ends its processes.
      stops.push(() => role.stop());
      await role.start(former);
    }
    log(`${roles.length} processes of the former package serve ${origin}`);

    const started = performance.now();
    const end = new AbortController();
    // Every visitor listens for the end of the run.
    setMaxListeners(0, end.signal);
    const counts = new Counts();
    const buyers: BuyerCounts = { purchases: 0, failed: 0, errors: [] };
    const addresses = await publicAddresses(origin);
    const person = (index: number) => ({ origin, random: new SeededRandom(seed + index), end: end.signal });
    const people = [
      ...Array.from({ length: options.visitors }, (_, index) =>
        visitByHttp({ ...person(index), counts }, addresses),
      ),
      ...Array.from({ length: options.buyers }, (_, index) =>
        buyRepeatedly({ ...person(1_000 + index), sandbox }, buyers),
      ),
    ];
    try {
      await delay(options.calmMs);
      await prepare(next);
      for (const [index, role] of roles.entries()) {
        const begun = performance.now();
        await role.replace(next);
        log(
          `${role.role} replaced, ${((performance.now() - begun) / 1000).toFixed(1)} s; ${buyers.purchases} purchases`,
        );
        if (index === Math.floor(roles.length / 2)) await promoteNextShop(store, origin, log);
        await delay(options.calmMs);
      }
    } finally {
      end.abort();
      await Promise.all(people);
    }
    const seconds = (performance.now() - started) / 1_000;

    const db = await createDataSource({ databaseUrl, dataFolder: folder }).initialize();
    stops.push(() => db.destroy());
    await sandbox.deliveries.settled();
    await waitUntilNothingIsDue(db);
    const findings = await audit({ db, sink, payments: [...sandbox.orders.values()], afterId: 0 });
    return { counts, buyers, seconds, ...findings };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** @returns the folders of one package, unpacked twice: the second stands for the next version. */
async function unpackTwice(folder: string, log: (line: string) => void): Promise<readonly [string, string]> {
  log('Packaging…');
  const out = path.join(folder, 'out');
  await runNode('Packaging', sourceScript('shell/commands/package.ts', '--out', out));
  const archive = (await readdir(out)).find((name) => name.endsWith('.tar.gz')) ?? '';
  const unpack = async (name: string) => {
    const into = path.join(folder, name);
    await mkdir(into);
    await run('tar', ['-xzf', path.join(out, archive), '-C', into]);
    return path.join(into, path.basename(archive, '.tar.gz'));
  };
  return [await unpack('former'), await unpack('next')];
}

/** A store with the releases that are built on this machine, live, and another release of the shop. */
async function fillStore(folder: string) {
  const storage = folderStorage(folder);
  const versions: Record<string, string> = {};
  for (const app of appNames()) {
    const { version } = await versionOf(app);
    await cp(path.join(storeFolder, app, version), path.join(folder, app, version), { recursive: true });
    versions[app] = version;
  }
  await promoteTogether(versions, { storage, who: 'rolling-deploy', why: 'the first composition' });
  const { shop } = await packNextReleases(['shop']);
  await publish({ app: 'shop', version: shop ?? '', storage, from: folderStorage(packedFolder) });
  return { storage, shop: shop ?? '' };
}

/** Promotes the shop's next release and waits until visitors get it. */
async function promoteNextShop(
  { storage, shop }: Awaited<ReturnType<typeof fillStore>>,
  origin: string,
  log: (line: string) => void,
): Promise<void> {
  const begun = performance.now();
  await promoteTogether({ shop }, { storage, who: 'rolling-deploy', why: 'a release during the deploy' });
  while (!(await (await fetch(`${origin}/registry.json`)).text()).includes(`shop/${shop}/`)) await delay(100);
  log(`shop@${shop} composed after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** The role jobs settles orders and sends mails within a minute. */
async function waitUntilNothingIsDue(db: ReturnType<typeof createDataSource>): Promise<void> {
  const until = Date.now() + 60_000;
  const waits = async () =>
    (await db.getRepository(OutboxMails).existsBy({ nextAttemptAt: Not(IsNull()) })) ||
    (await db.getRepository(Orders).existsBy({ dueAt: LessThanOrEqual(new Date()) }));
  while ((await waits()) && Date.now() < until) await delay(200);
}
