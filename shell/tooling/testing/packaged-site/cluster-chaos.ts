import { once } from 'node:events';
import path from 'node:path';
import { waitUntilWhole } from '../../../../api/testing/cluster/database';
import { type BuyersReport, openBuyers } from '../../../../api/testing/faults/buyers';
import {
  type Fault,
  faultsOf,
  killed,
  restart,
  restartsOf,
  runFault,
} from '../../../../api/testing/faults/deployment-faults';
import { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { SHARED_FOLDER } from '../../../platform/formats/release';
import type { Role } from '../../../platform/hosting/roles';
import { openMinimalStore } from '../release-chaos/minimal-store';
import { withReaders } from '../release-chaos/reader';
import { Releases } from '../release-chaos/releases';
import { OLD_MS, OPS_TOKEN, type ReleaseSite, startTeams } from '../release-chaos/teams';
import { PROCESS_FAULTS, clockOff } from '../restartable-process';
import type { RunningBucket } from './hosts';
import { type PackagedSite, startPackagedSite } from './start-packaged-site';

/** Each fault comes once in a round. */
const OPERATIONS_PER_ROUND = 150;
const TWO_HOURS_MS = 2 * 60 * 60 * 1_000;

export interface ClusterChaos {
  /** The least number of purchases; buyers go on until every fault has occurred and every role is replaced. */
  readonly purchases: number;
  readonly buyers: number;
  /** What the three teams and the operators do. */
  readonly operations: number;
  readonly seed: number;
  /** Only faults with this in their names, and no rolling deploy: no package is needed. */
  readonly only?: string | undefined;
  /** Whether a slow rollback is a problem. */
  readonly isTimed: boolean;
  readonly log: (line: string) => void;
  readonly stopping: AbortSignal;
}

export interface ClusterReport {
  readonly buyers: BuyersReport;
  readonly releases: readonly (readonly [string, number])[];
  /** Name of a fault → the slowest rollback after it in milliseconds. */
  readonly rollbacks: Readonly<Record<string, number>>;
  readonly kills: number;
  /** What the readers, the teams and the registry's history show. */
  readonly problems: readonly string[];
}

/** The second site builder's clock is ahead, the second watcher's behind. */
function environmentOf(role: Role, nth: number): NodeJS.ProcessEnv {
  const isOff = nth === 1 && (role === 'prerender' || role === 'watch');
  return {
    ...(isOff && { NODE_OPTIONS: `--require=${PROCESS_FAULTS}`, ...clockOff(role === 'prerender' ? 1 : -1) }),
    ...(role === 'ops' && { OPS_TOKEN }),
  };
}

/**
 * On one cluster: buyers pay, three teams release and readers read, while each part fails in turn and then every role is replaced
 * by the next package's; at the end all records are compared.
 */
export async function runClusterChaos(options: ClusterChaos): Promise<ClusterReport> {
  const { seed, log, stopping } = options;
  const stopped = once(stopping, 'abort').then(() => stopping.throwIfAborted());
  stopped.catch(() => undefined);
  const store = await openMinimalStore();
  const stops: (() => unknown)[] = [store.remove];
  try {
    const site = await startPackagedSite({
      kind: 'cluster',
      processes: { web: 2, jobs: 2, prerender: 2, watch: 2, ops: 1 },
      api: { BCRYPT_COST: '4' },
      environmentOf,
      isPackaged: options.only === undefined,
      releases: { keysFolder: store.keysFolder, fill: store.fill },
      log,
      stopping,
    });
    stops.push(() => site.stop());
    const of = (role: Role) => site.roles.filter((one) => one.role === role);
    const { bucket } = site;
    if (!bucket) throw new Error('A cluster has a bucket.');
    const releaseSite: ReleaseSite = {
      ...site,
      keys: store.keys,
      published: store.published,
      options: site.site,
      siteBuilders: of('prerender'),
      teams: await startTeams(
        { ...site.apiEnvironment, DATA_FOLDER: store.folder, SITE_FOLDER: path.join(store.folder, 'site') },
        stops,
      ),
      age: async (app, version) =>
        makeOld(
          bucket,
          [version, SHARED_FOLDER].map((folder) => `store/${app}/${folder}/`),
        ),
    };
    const random = new SeededRandom(seed);
    const releases = new Releases(releaseSite, options);
    const buyersSite = {
      url: site.origin,
      environment: site.apiEnvironment,
      sandbox: site.sandbox,
      sink: site.sink,
    };
    const buyers = await openBuyers(buyersSite, { ...options, random });
    stops.push(() => buyers.close());

    const rounds = Array.from({ length: Math.ceil(options.operations / OPERATIONS_PER_ROUND) }, () =>
      random.shuffled(partFaults(site, bucket, random)),
    );
    const faults = rounds.flat().filter(({ name }) => name.includes(options.only ?? ''));
    const steps =
      options.only === undefined
        ? [...faults, ...replacements(site, await site.unpack('next')), ...restartsOf(site)]
        : faults;
    const rollbacks: Record<string, number> = {};
    const runSteps = async () => {
      for (const [index, step] of steps.entries()) {
        releases.allow((index + 1) / steps.length);
        if (faults.includes(step)) buyers.failDeliveries();
        else buyers.restoreDeliveries();
        const lasted = await buyers.during(step.name, async () => {
          await runFault(step, random);
          await waitUntilWhole(site.database);
        });
        const visible = await releases.measureRollback(step.name, random);
        rollbacks[step.name] = Math.max(visible, rollbacks[step.name] ?? 0);
        const took = `${(lasted / 1_000).toFixed(1)} s, a rollback visible after ${visible} ms`;
        log(`${step.name}: ${took}; ${buyers.count} purchases, ${releases.begun} operations`);
      }
    };
    const buying = buyers.buy();
    const seen = await withReaders(site.origin, seed, async () => {
      await Promise.race([Promise.all([releases.run(), runSteps()]), stopped]);
      await releases.settle();
    });
    buyers.end();
    await buying;
    await buyers.recover();
    await releases.verify(seen);
    await Promise.all([...of('web'), ...of('jobs')].map((one) => one.stop()));
    const problems = [...releases.problems, ...seen.examples];
    const processes = [...site.roles, ...releaseSite.teams.values()];
    if (problems.length > 0)
      for (const one of processes) log(`── ${one.name}\n${one.lines.slice(-30).join('\n')}`);
    return {
      buyers: await buyers.compare(),
      releases: [...releases.rows, ...seen.rows],
      rollbacks,
      kills: processes.reduce((sum, { kills }) => sum + kills, 0),
      problems,
    };
  } finally {
    for (const end of stops.reverse()) await end();
  }
}

/** Every fault of a part of the cluster. */
function partFaults(site: PackagedSite, bucket: RunningBucket, random: SeededRandom): readonly Fault[] {
  const of = (role: Role) => site.roles.filter((one) => one.role === role);
  const nginx = random.pick([...site.nginx]);
  const [first, ...others] = of('prerender');
  return [
    ...faultsOf({ ...site, webs: of('web'), jobs: of('jobs') }, random),
    ...(first ? [killed('one site builder killed', random.pick([first, ...others]))] : []),
    killed('both site builders killed', ...of('prerender')),
    killed('watchers and operators’ pages killed', ...of('watch'), ...of('ops')),
    {
      name: 'nginx ended',
      async begin() {
        await nginx.end('SIGTERM');
        return () => nginx.restart();
      },
    },
    ...(['stalled', 'unavailable', 'slow', 'cut off', 'old listings'] as const).map((fault) => ({
      name: `bucket ${fault}`,
      async begin() {
        bucket.fail(fault);
        return async () => bucket.fail();
      },
    })),
  ];
}

/** The tables are prepared from the next package, and its processes replace the former ones one by one. */
function replacements({ roles, prepare, nginx }: PackagedSite, next: string): readonly Fault[] {
  return [
    restart('tables prepared', () => prepare(next)),
    ...roles.map((role) => restart(`${role.role} replaced`, () => role.replace(next))),
    ...nginx.map((one) =>
      restart('restart of nginx', async () => {
        await one.end('SIGQUIT');
        await one.restart();
      }),
    ),
  ];
}

/** Makes objects of the store look eight days old, and the site's two hours. */
function makeOld({ objects }: RunningBucket, folders: readonly string[]): void {
  for (const [key, object] of objects) {
    const isIn = (folder: string) => key.startsWith(folder);
    const age = folders.some(isIn) ? OLD_MS : key.startsWith('site/') ? TWO_HOURS_MS : 0;
    const modified = new Date(Date.parse(object.modified) - age).toUTCString();
    if (age > 0 && key !== 'site/current.json') objects.set(key, { ...object, modified });
  }
}
