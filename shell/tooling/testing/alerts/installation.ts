import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@isa/api-contract';
import { generate } from 'selfsigned';
import { z } from 'zod';
import { ContentVersions, OutboxMails, Orders, ReleaseMinutes } from '../../../../api/src/database/entities';
import { type OpenDeps, openDeps } from '../../../../api/src/roles/deps';
import { writeMail } from '../../../../api/src/emails/outbox';
import { readEnv } from '../../../../api/src/platform/env';
import { execute } from '../../../../api/testing/cluster/database';
import { REFUSED_RECIPIENT } from '../../../../api/testing/faults/mail-sink';
import { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { startRedis } from '../../../../api/testing/redis';
import { describeChange } from '../../../platform/formats/history';
import type { Role } from '../../../platform/hosting/roles';
import { versionOf } from '../../../platform/release/publish/pack';
import { promoteRelease, promoteTogether } from '../../../platform/release/registry/changes';
import { readHistory, readVerifiedRegistry } from '../../../platform/store/registry-history';
import { siteFolderAt } from '../../../platform/store/site-folder';
import { type BuyerCounts, buyRepeatedly } from '../packaged-site/buyers';
import { childrenOf } from '../packaged-site/package-role';
import { publishNextShop } from '../packaged-site/rolling-deploy';
import { type PackagedSite, startPackagedSite } from '../packaged-site/start-packaged-site';
import { confirmRegistryFor } from '../release/confirm-registry';
import { temporaryFolder } from '../release/test-store';
import { root } from '../../../packages/node/folders';
import { streamNode } from '../../../packages/node/node';
import { freePort, listen } from '../../../packages/node/processes';
import { type Prometheus, startPrometheus } from './prometheus';
import { shorten } from './shorten';

const MONITORING = path.join(root, 'shell/platform/hosting/monitoring');
/** Where the backups say when they were made. */
const METRICS = 'isa-backup.prom';
const METRICS_TOKEN = 'prometheus-0123456789-0123456789-0123456789';
const AUTHOR = { who: 'the test of alerts', why: 'to raise an alert' } as const;

const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

interface DueMail {
  readonly recipient: string;
  readonly minutesDue: number;
  readonly attempts: number;
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/**
 * Starts the packaged site with every role, some buyers, and a Prometheus that scrapes it.
 * @param factor divides every duration of the rules and of the dashboard.
 */
export async function startInstallation(factor: number, log: (line: string) => void) {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const redis = await startRedis();
    stops.push(() => redis.stop());
    const office = await startHttps(stops);
    const site = await startPackagedSite({
      processes: { web: 2, jobs: 1, prerender: 1, watch: 1, ops: 1 },
      api: { RATE_LIMIT_FACTOR: '100', REDIS_URL: redis.url, METRICS_TOKEN },
      environmentOf: (role) =>
        role === 'watch' ? { OFFICE_ORIGIN: office.origin, NODE_EXTRA_CA_CERTS: office.authorities } : {},
      log,
    });
    stops.push(() => site.stop());
    const exporter = await startExporter(path.join(site.folder, METRICS), stops);
    const folder = path.join(site.folder, 'prometheus');
    await cp(MONITORING, folder, { recursive: true });
    for (const { role } of site.roles)
      await writeFile(path.join(folder, `metrics-token-${role}`), METRICS_TOKEN);
    const prometheus = await startPrometheus({
      folder,
      configuration: await readFile(path.join(MONITORING, 'prometheus.yml'), 'utf8'),
      rules: shorten(await readFile(path.join(MONITORING, 'rules.yml'), 'utf8'), factor),
      targets: (role) =>
        role === 'node'
          ? [exporter]
          : site.roles.filter((one) => one.role === role).map(({ metrics }) => metrics),
      scrapeSeconds: 2,
      lookbackMs: 300_000 / factor,
    });
    stops.push(() => prometheus.stop());
    const { deps, close } = await openDeps(readEnv({ ...site.apiEnvironment, LOG_LEVEL: 'silent' }));
    stops.push(close);
    const dashboard = dashboardSchema.parse(
      JSON.parse(await readFile(path.join(MONITORING, 'dashboard.json'), 'utf8')),
    );
    const panels = dashboard.panels.map(({ title, targets }) => ({
      title,
      expressions: targets.map(({ expr }) => shorten(expr, factor)),
    }));
    const next = await publishNextShop(site);
    const actions = actionsOn(site, deps, next);
    const leave = actions.buyers(6);
    stops.push(leave);
    await actions.backUp();
    await fillPanels(site, next);
    return {
      ...actions,
      redis,
      renewCertificate: office.renew,
      refusedRecipient: REFUSED_RECIPIENT,
      site,
      prometheus,
      panels,
      /** The series of a panel of the dashboard. */
      panel: (title: string) => panelText(prometheus, panels, title),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function panelText(
  prometheus: Prometheus,
  panels: readonly { readonly title: string; readonly expressions: readonly string[] }[],
  title: string,
): Promise<string> {
  const panel = panels.find((one) => one.title === title);
  if (!panel) throw new Error(`The dashboard has no panel “${title}”.`);
  const series = await Promise.all(panel.expressions.map((expression) => prometheus.query(expression)));
  return series.flat().join('\n');
}

/** The actions by which faults change the site, and operators look at it. */
function actionsOn(site: PackagedSite, deps: OpenDeps['deps'], next: string) {
  const { storage, database, packageFolder } = site;
  const role = (name: Role) => {
    const found = site.roles.find((one) => one.role === name);
    if (!found) throw new Error(`No process of the role ${name} runs.`);
    return found;
  };
  const sql = (statement: string) => execute(database.url, statement);
  let seed = 0;

  function buyers(count: number): () => Promise<void> {
    const end = new AbortController();
    const counts: BuyerCounts = { purchases: 0, failed: 0, errors: [] };
    const running = Array.from({ length: count }, () =>
      buyRepeatedly({ ...site, random: new SeededRandom((seed += 1)), end: end.signal }, counts),
    );
    return async () => {
      end.abort();
      await Promise.all(running);
    };
  }

  /** Repeats steps, each with the milliseconds that it lasts. @returns a function that ends it. */
  function repeatedly(steps: readonly (readonly [ms: number, step: () => unknown])[]): () => Promise<void> {
    const end = new AbortController();
    const running = (async () => {
      while (!end.signal.aborted) {
        for (const [ms, step] of steps) {
          step();
          await delay(ms, undefined, { signal: end.signal }).catch(() => undefined);
        }
      }
    })();
    return async () => {
      end.abort();
      await running;
    };
  }

  return {
    role,
    sql,
    buyers,
    repeatedly,
    restart: (name: Role) => role(name).startFrom(packageFolder),
    /** What `node shell/doctor.cjs` of the package prints. */
    async doctor(name: Role): Promise<string> {
      const script = path.join(packageFolder, 'shell/doctor.cjs');
      return (await streamNode([script, name], () => undefined, site.apiEnvironment, packageFolder)).output;
    },
    /** Stops a process and those that it has started. @returns a function that lets them go on. */
    async freeze(pid: number) {
      const pids = [pid, ...(await childrenOf(pid))];
      for (const one of pids) process.kill(one, 'SIGSTOP');
      return async () => pids.forEach((one) => process.kill(one, 'SIGCONT'));
    },
    /** The unfinished transactions, the oldest first. */
    transactions: () =>
      sql(
        'SELECT trx_mysql_thread_id, trx_state, trx_query FROM information_schema.innodb_trx ORDER BY trx_started, trx_state DESC',
      ),
    /** What `/api/health/ready` answers. */
    async ready(): Promise<string> {
      const response = await fetch(`${site.origin}/api/health/ready`);
      return `${response.status} ${await response.text()}`;
    },
    /** What `release history` prints about the newest changes. */
    async history(): Promise<string> {
      const entries = await readHistory(storage, undefined, 3);
      return entries
        .map(({ who, why, changes }) => `${who}: ${changes.map(describeChange).join('; ')}, because ${why}`)
        .join('\n');
    },
    /** Makes a backup with the command of the package. @param hoursAgo when it was made, according to its file of metrics. */
    async backUp(hoursAgo = 0): Promise<void> {
      const file = path.join(site.folder, METRICS);
      const writer = await database.writer();
      const script = path.join(packageFolder, 'shell/backup.cjs');
      const to = path.join(site.folder, 'backups');
      await rm(to, { recursive: true, force: true });
      const args = [script, 'create', '--to', to, '--metrics', file];
      const env = { ...site.apiEnvironment, DATABASE_URL: `${writer.url}isa` };
      await streamNode(args, () => undefined, env, packageFolder);
      if ((await readdir(to)).length !== 1) throw new Error('The backup failed.');
      if (hoursAgo === 0) return;
      const at = Math.floor(Date.now() / 1_000) - hoursAgo * 3_600;
      await writeFile(file, (await readFile(file, 'utf8')).replace(/ \d+$/m, ` ${at}`));
    },
    /** Makes the next release of the shop live for all visitors. */
    async promoteNext(): Promise<void> {
      await promoteTogether({ shop: next }, { storage, site: site.site, ...AUTHOR });
    },
    /** Reports of many networks that views of the live release of a remote fail, and that those of its predecessor did not. */
    async reportFailures(remote: string): Promise<() => Promise<void>> {
      const { registry } = await readVerifiedRegistry(storage);
      const { live, previous } = registry.remotes.find(({ name }) => name === remote) ?? {};
      const report = async (version: string | undefined, isFailing: boolean) => {
        if (version === undefined) return;
        const about = { remote, version, slot: 'live' as const };
        const view = { kind: 'view' as const, ...about };
        const failure = { kind: 'error' as const, ...about, phase: 'render' as const, first: true };
        const views = Array.from({ length: 40 }, () => (isFailing ? [view, failure] : [view])).flat();
        // Without an address they are counted as those of many networks.
        await deps.telemetry.record(views);
        await deps.telemetry.flush();
      };
      await report(previous?.version, false);
      await report(live?.version, true);
      return async () => {
        // The counts of a quarter of an hour would last as long.
        await deps.db.getRepository(ReleaseMinutes).delete({ remote });
      };
    },
    putBackValidity: () => confirmRegistryFor(3, path.join(site.folder, 'store')),
    /** Adds a disk to what the exporter reports. @returns removes it. */
    async reportDisk(free: number): Promise<() => Promise<void>> {
      const file = path.join(site.folder, METRICS);
      const original = await readFile(file, 'utf8');
      const disk = (name: string, bytes: number) =>
        `node_filesystem_${name}_bytes{mountpoint="/var/lib/mysql"} ${bytes}\n`;
      await writeFile(file, original + disk('size', 1_000) + disk('avail', 1_000 * free));
      return () => writeFile(file, original);
    },
    /** Locks every order and the place behind the last one, until the connection is ended. */
    async lockOrders(): Promise<void> {
      const runner = deps.db.createQueryRunner();
      await runner.startTransaction('REPEATABLE READ');
      await runner.query('SELECT id FROM orders FOR UPDATE');
    },
    /** Adds an order that is never paid and has been due for some minutes: without it the test would wait so long. */
    async leaveDueOrder(minutes: number): Promise<void> {
      const items = [{ productId: 1, quantity: 1 }];
      const { total } = z.object({ total: z.number() }).parse(await post(calls.priceBasket.path, { items }));
      const body = { items, expectedTotal: total, digitalConsent: true };
      const { providerOrderId } = z
        .object({ providerOrderId: z.string() })
        .parse(await post(calls.createOrder.path, body));
      const dueAt = new Date(Date.now() - minutes * 60_000);
      await deps.db.getRepository(Orders).update({ providerOrderId }, { dueAt });
    },
    /** Adds a mail with some failed attempts, due for some minutes. */
    async queueMail({ recipient, minutesDue, attempts }: DueMail): Promise<void> {
      await deps.db.transaction(async (manager) => {
        const text = { subject: 'Alerts', paragraphs: ['A short text.'] };
        await writeMail(manager, { kind: 'alerts', recipient, ...text }, deps);
        const nextAttemptAt = new Date(Date.now() - minutesDue * 60_000);
        await manager.getRepository(OutboxMails).update({ recipient }, { attempts, nextAttemptAt });
      });
    },
    /** Makes a release of the shop live, and then the site build before it current. */
    async putBackSite(): Promise<void> {
      const folder = siteFolderAt(site.site.siteFolder);
      const before = await folder.current();
      await promoteTogether({ shop: next }, { storage, site: site.site, ...AUTHOR });
      await folder.swap(before?.id ?? '', await folder.current());
    },
    /** Replaces the live release of the shop in the store. @returns a function that restores it. */
    async replaceRelease(): Promise<() => Promise<void>> {
      const { registry } = await readVerifiedRegistry(storage);
      const live = registry.remotes.find(({ name }) => name === 'shop')?.live?.version ?? '';
      const file = path.join(site.folder, 'store/shop', live, 'release.json');
      const original = await readFile(file);
      await writeFile(file, '{}');
      return () => writeFile(file, original);
    },
    /** Changes a book, as staff do. */
    async changeBook(): Promise<void> {
      const versions = deps.db.getRepository(ContentVersions);
      const [book] = await versions.find({ where: { kind: 'book' }, order: { version: 'DESC' }, take: 1 });
      if (!book) throw new Error('There is no book.');
      const { kind, itemId, source, accountId } = book;
      const content = { ...book.content, title: 'Another title' };
      const version = book.version + 1;
      await versions.insert({ kind, itemId, source, accountId, version, content, savedAt: new Date() });
    },
    /**
     * Starts clients that log in without an account, one attempt after another.
     * @returns a function that ends them.
     */
    logIns(clients: number): () => Promise<unknown> {
      const ends = Array.from({ length: clients }, () => {
        const attempt = async () => {
          const email = `nobody-${(seed += 1)}@example.org`;
          await send(calls.login.path, { email, password: 'correct horse battery' });
        };
        let running = true;
        const all = (async () => {
          while (running) await attempt().catch(() => delay(500));
        })();
        return () => {
          running = false;
          return all;
        };
      });
      return () => Promise.all(ends.map((end) => end()));
    },
  };

  async function send(address: string, body: object): Promise<Response> {
    return fetch(site.origin + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.origin },
      body: JSON.stringify(body),
    });
  }

  async function post(address: string, body: object): Promise<unknown> {
    return (await send(address, body)).json();
  }
}

/** An https server of the test, whose certificate is trusted by processes with its authorities. */
async function startHttps(stops: (() => unknown)[]) {
  const days = (count: number) =>
    generate([{ name: 'commonName', value: '127.0.0.1' }], {
      keyType: 'ec',
      notAfterDate: new Date(Date.now() + count * 86_400_000),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
  const certificates = new Map([
    [80, await days(80)],
    [10, await days(10)],
  ]);
  const contextOf = (count: number) => {
    const { cert = '', private: key = '' } = certificates.get(count) ?? {};
    return { cert, key };
  };
  const { folder, remove } = await temporaryFolder();
  stops.push(remove);
  const authorities = path.join(folder, 'authorities.pem');
  await writeFile(authorities, [...certificates.values()].map(({ cert }) => cert).join('\n'));
  const server = createServer(contextOf(80), (_, response) => response.end());
  const port = await freePort();
  await listen(server, port);
  stops.push(() => (server.closeAllConnections(), server.close()));
  return {
    origin: `https://127.0.0.1:${port}`,
    authorities,
    renew: (count: number) => server.setSecureContext(contextOf(count)),
  };
}

/** Serves the file as Prometheus' node exporter does. @returns its host and port. */
async function startExporter(file: string, stops: (() => unknown)[]): Promise<string> {
  const server = createHttpServer((_, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    readFile(file).then(
      (text) => response.end(text),
      () => response.end(),
    );
  });
  const port = await freePort();
  await listen(server, port);
  stops.push(() => (server.closeAllConnections(), server.close()));
  return `127.0.0.1:${port}`;
}

/** Causes what some panels of the dashboard show: a canary, a page that fails, rejected attempts. */
async function fillPanels({ storage, origin, site }: PackagedSite, next: string): Promise<void> {
  await promoteRelease({ app: 'shop', version: next, percent: 5, force: true, storage, site, ...AUTHOR });
  const send = async (address: string, body: object) => {
    const response = await fetch(origin + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const { version } = await versionOf('shop');
  const failure = { kind: 'error', remote: 'shop', version, slot: 'live', phase: 'fetch', first: true };
  await send(calls.telemetry.path, { events: [failure] });
  let rejected = false;
  const attempt = () => send(calls.confirmNewsletter.path, { token: 'unknown' });
  const client = async () => {
    while (!rejected) rejected ||= (await attempt()) === 429;
  };
  await Promise.all(Array.from({ length: 12 }, client));
}
