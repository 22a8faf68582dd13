import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@isa/api-contract';
import autocannon from 'autocannon';
import { IsNull, Not } from 'typeorm';
import { type BuyerCounts, buyRepeatedly } from '../testing/packaged-site/buyers';
import { type PackagedSite, startPackagedSite } from '../testing/packaged-site/start-packaged-site';
import { siteMapAddresses } from '../testing/release-under-load/http-visitor';
import { main, printLine as log } from '../../packages/node/processes';
import { openDeps } from '../../../api/src/roles/deps';
import { readEnv } from '../../../api/src/platform/env';
import { writeMail } from '../../../api/src/emails/outbox';
import { OutboxMails } from '../../../api/src/database/entities';
import { createUser, signInWithPremium } from '../../../api/testing/factories';
import { SeededRandom } from '../../../api/testing/faults/seeded-random';

const SECONDS = Number(process.env.SECONDS ?? 8);
const MB = 1_000_000;
const LESSON = 1020;
const RECORDING_MB = 64;
const PROCESSES = (process.env.PROCESSES ?? '1,2').split(',').map(Number);
/** How many mails are written, which is enough for many batches. */
const MAILS = 2_000;
/** Names of works to measure, such as `ONLY=mails`; all by default. */
const ONLY = process.env.ONLY?.split(',');
const PASSWORD = 'correct horse battery';

/** The clients, the payment sandbox and the mail server are this process. */
const PARTS = ['nginx', 'site', 'web', 'jobs', 'database'] as const;
type Part = (typeof PARTS)[number];
type PartSeconds = Readonly<Record<Part, number>>;

interface Measurement {
  readonly work: string;
  readonly unit: string;
  /** How many units a second. */
  readonly rate: number;
  /** Milliseconds of one core for each unit. */
  readonly cost: PartSeconds;
  readonly bottleneck: string;
}

/**
 * Measures what one machine serves with one and with two processes of `web` and `jobs` (`PROCESSES=1,2,4`),
 * and what each unit costs. The clients share the machine, so rates are a lower bound.
 */
main(async () => {
  const results = new Map<number, readonly Measurement[]>();
  for (const processes of PROCESSES) results.set(processes, await measure(processes));
  for (const [processes, rows] of results) {
    log(`\n${processes} of each role: rate a second, and milliseconds of a core for each unit`);
    console.table(
      Object.fromEntries(
        rows.map(({ work, unit, rate, cost, bottleneck }) => [
          work,
          {
            'a second': `${rate.toFixed(rate < 10 ? 1 : 0)} ${unit}`,
            ...Object.fromEntries(PARTS.map((part) => [part, Number(cost[part].toFixed(2))])),
            'first at its limit': bottleneck,
          },
        ]),
      ),
    );
  }
  printPlan(results.get(PROCESSES.at(-1) ?? 0) ?? []);
  process.exit(0);
});

async function measure(processes: number): Promise<readonly Measurement[]> {
  const site = await startPackagedSite({ processes: { web: processes, jobs: processes, prerender: 1 }, log });
  const { deps, close } = await openDeps(readEnv({ ...site.apiEnvironment, LOG_LEVEL: 'silent' }));
  const rows: Measurement[] = [];
  const run = async (work: string, unit: string, load: () => Promise<number>) => {
    if (ONLY && !ONLY.includes(work)) return;
    rows.push(await measureWork(site, processes, { work, unit }, load));
  };
  try {
    const { origin } = site;
    const addresses = await siteMapAddresses(origin);
    const visited = addresses.map((address) => ({ path: address }));
    await run('page views', 'pages', () => succeeded({ url: origin, connections: 24, requests: visited }));
    await run('catalogue', 'requests', () =>
      succeeded({ url: origin + calls.listBooks.path, connections: 24 }),
    );

    const { email } = await createUser(deps, { password: PASSWORD });
    await run('log-ins', 'log-ins', () =>
      succeeded({
        url: origin + calls.login.path,
        connections: 8,
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email, password: PASSWORD }),
      }),
    );
    await run('orders', 'paid orders', () => buy(site));

    const { token } = await signInWithPremium(deps);
    await writeFile(path.join(site.folder, 'media', `${LESSON}.mp4`), Buffer.alloc(RECORDING_MB * MB, 'v'));
    await run('video', 'MB', async () => {
      const url = `${origin}/api/video/${LESSON}.mp4?token=${token}`;
      return (await applyLoad({ url, connections: 4 })).throughput.total / MB;
    });

    const mails = deps.db.getRepository(OutboxMails);
    const isWaiting = () => mails.existsBy({ nextAttemptAt: Not(IsNull()) });
    await settled(isWaiting);
    // The mails are written before the measurement, and due only when it begins.
    await deps.db.transaction(async (manager) => {
      for (let index = 0; index < MAILS; index += 1) {
        const to = `reader-${index}@example.org`;
        const text = { subject: 'Capacity', paragraphs: ['A short text.'] };
        await writeMail(manager, { kind: 'capacity', recipient: to, ...text }, deps);
      }
      await manager.update(OutboxMails, { kind: 'capacity' }, { nextAttemptAt: null });
    });
    await run('mails', 'mails', async () => {
      await mails.update({ kind: 'capacity' }, { nextAttemptAt: deps.now() });
      await settled(isWaiting);
      return MAILS;
    });
    const memory = await memoryOf(site);
    log(`Memory with ${processes} of each role, MB: ${memory.join(', ')}`);
    return rows;
  } finally {
    await close();
    await site.stop();
  }
}

/** Measures the units that `load` completes, and what they cost. */
async function measureWork(
  site: PackagedSite,
  processes: number,
  { work, unit }: Pick<Measurement, 'work' | 'unit'>,
  load: () => Promise<number>,
): Promise<Measurement> {
  const before = processorTime(site);
  const own = process.cpuUsage();
  const started = performance.now();
  const units = await load();
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(own);
  const after = processorTime(site);
  const used = Object.fromEntries(PARTS.map((part) => [part, after[part] - before[part]]));
  const usedBy = (part: Part) => used[part] ?? 0;
  const cost = Object.fromEntries(PARTS.map((part) => [part, (usedBy(part) * 1_000) / units]));
  // What one process can use of a core; the database uses several.
  const shares = [
    ...PARTS.map((part) => {
      const cores = usedBy(part) / seconds;
      return [part, part === 'web' || part === 'jobs' ? cores / processes : cores] as const;
    }),
    ['clients', (user + system) / 1e6 / seconds] as const,
  ].sort(([, a], [, b]) => b - a);
  const [[name, share] = ['none', 0]] = shares;
  return {
    work,
    unit,
    rate: units / seconds,
    cost: { nginx: 0, site: 0, web: 0, jobs: 0, database: 0, ...cost },
    bottleneck: `${name} (${Math.round(share * 100)} % of a core)`,
  };
}

function processorTime({ nginx, roles, database }: PackagedSite): PartSeconds {
  const of = (wanted: 'site' | 'web' | 'jobs') =>
    roles.filter(({ role }) => role === wanted).reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  return {
    nginx: processorSeconds(nginx[0].pid),
    site: of('site'),
    web: of('web'),
    jobs: of('jobs'),
    database: processorSeconds(database.servers[0]?.pid),
  };
}

/** Repeats requests over some connections for some seconds. */
function applyLoad(options: autocannon.Options): Promise<autocannon.Result> {
  return autocannon({
    duration: SECONDS,
    ...options,
    headers: { 'accept-encoding': 'br', ...options.headers },
  });
}

async function succeeded(options: autocannon.Options): Promise<number> {
  return (await applyLoad(options))['2xx'];
}

async function buy({ origin, sandbox }: PackagedSite): Promise<number> {
  const counts: BuyerCounts = { purchases: 0, failed: 0, errors: [] };
  const end = AbortSignal.timeout(SECONDS * 1_000);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      buyRepeatedly({ origin, sandbox, random: new SeededRandom(index), end, readingMs: 0 }, counts),
    ),
  );
  return counts.purchases - counts.failed;
}

async function settled(waits: () => Promise<boolean>): Promise<void> {
  while (await waits()) await delay(20);
}

/** Resident memory of each process of the API, in MB. */
async function memoryOf({ roles }: PackagedSite): Promise<readonly string[]> {
  const measured = roles.filter(({ role }) => role === 'web' || role === 'jobs');
  return Promise.all(
    measured.map(async (one) => {
      const status = await readFile(`/proc/${await one.workerPid()}/status`, 'utf8');
      const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
      return `${one.role} ${Math.round(Number(kilobytes) / 1_000)}`;
    }),
  );
}

/** The peak load of 10,000 visits a day in units a second: a fifth of the visits is within the busiest hour. */
const PEAK: Readonly<Record<string, number>> = {
  'page views': 2.8,
  catalogue: 1.1,
  'log-ins': 0.06,
  orders: 0.02,
  // This is the traffic of 20 viewers at 1.5 Mbit/s.
  video: 3.8,
  mails: 0.05,
};

/** Prints the cores that each part needs for 1, 10, 100 and 1,000 times that load. */
function printPlan(rows: readonly Measurement[]): void {
  log('\nCores for 10,000 visits a day (a fifth of them in one hour, 20 viewers), and for more');
  console.table(
    Object.fromEntries(
      [1, 10, 100, 1_000].map((factor) => [
        `× ${factor}`,
        Object.fromEntries(
          PARTS.map((part) => {
            const cores = rows.reduce(
              (sum, { work, cost }) => sum + ((PEAK[work] ?? 0) * factor * cost[part]) / 1_000,
              0,
            );
            return [part, Number(cores.toPrecision(2))];
          }),
        ),
      ]),
    ),
  );
}

/** Processor time of a process and its children in seconds (the 14th and 15th field of `stat`, proc(5), in 1/100 s). */
function processorSeconds(pid: number | undefined): number {
  const read = (file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'latin1');
    } catch {
      // The process has ended meanwhile.
      return '';
    }
  };
  const stat = read('stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  const children = read(`task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + processorSeconds(Number(child)), own);
}
