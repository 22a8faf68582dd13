import { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { type Fault, killed, runFault } from '../../../../api/testing/faults/deployment-faults';
import { startChaosInstallation } from './installation';
import { withReaders } from './reader';
import { Releases } from './releases';

export interface ChaosOptions {
  readonly operations: number;
  readonly seed: number;
  /** In milliseconds, of every fault. */
  readonly faultMs: number;
  /** Only faults with this in their names. */
  readonly only?: string | undefined;
  /** Whether a slow rollback is a problem. */
  readonly isTimed: boolean;
  readonly log: (line: string) => void;
}

export interface ChaosReport {
  readonly rows: readonly (readonly [string, number])[];
  /** Fault → how often, and the slowest rollback after it in milliseconds. */
  readonly faults: Readonly<Record<string, { times: number; slowestMs: number }>>;
  readonly problems: readonly string[];
}

/** Each fault comes once in a round. */
const OPERATIONS_PER_ROUND = 150;

/** Releases by three teams while each part fails in turn, and readers who never stop. */
export async function runReleaseChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { operations, seed, only = '', faultMs, log } = options;
  const installation = await startChaosInstallation();
  const { site, watchers, ops } = installation;
  const processes = [...site.siteBuilders, ...watchers, ops, ...site.teams.values()];
  const releases = new Releases(site, options);
  const faults: Record<string, { times: number; slowestMs: number }> = {};
  try {
    log(`The installation runs, seed ${seed}`);
    const random = new SeededRandom(seed + 50);
    const possible = faultsOf(installation, random).filter(({ name }) => name.includes(only));
    const all = possible.length * Math.max(1, Math.round(operations / OPERATIONS_PER_ROUND));
    const failInTurn = async () => {
      for (let begun = 0; begun < all;) {
        for (const fault of random.shuffled(possible)) {
          releases.allow(++begun / all);
          await runFault(fault, random, faultMs);
          const slowest = await releases.measureRollback(fault.name, random);
          const { times = 0, slowestMs = 0 } = faults[fault.name] ?? {};
          faults[fault.name] = { times: times + 1, slowestMs: Math.max(slowestMs, slowest) };
          log(`${fault.name}: ${slowest} ms; ${releases.begun} operations`);
        }
      }
    };
    const seen = await withReaders(site.origin, seed, async () => {
      await Promise.all([releases.run(), failInTurn()]);
      await releases.settle();
    });
    await releases.verify(seen);
    const problems = [...releases.problems, ...seen.examples];
    if (problems.length > 0) printOutput();
    const kills = processes.reduce((sum, one) => sum + one.kills, 0);
    return { rows: [...releases.rows, ['processes killed', kills], ...seen.rows], faults, problems };
  } catch (error) {
    printOutput();
    throw error;
  } finally {
    await installation.stop();
  }

  function printOutput(): void {
    for (const one of processes) log(`── ${one.name}\n${one.lines.slice(-30).join('\n')}`);
  }
}

function faultsOf(
  { site, watchers, ops, api, fillDisk }: Awaited<ReturnType<typeof startChaosInstallation>>,
  random: SeededRandom,
): readonly Fault[] {
  const [first, ...others] = site.siteBuilders;
  return [
    ...(first ? [killed('one site builder killed', random.pick([first, ...others]))] : []),
    killed('both site builders killed', ...site.siteBuilders),
    killed('watchers and operators’ pages killed', ...watchers, ops),
    ...(['down', 'slow', 'stalled', 'failing'] as const).map((fault): Fault => ({
      name: `API ${fault}`,
      async begin() {
        api.fail(fault);
        return async () => api.fail();
      },
    })),
    {
      name: 'disk full',
      async begin() {
        await fillDisk(true);
        return () => fillDisk(false);
      },
    },
  ];
}
