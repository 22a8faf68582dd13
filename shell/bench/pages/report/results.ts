import os from 'node:os';
import type { LoadFigures } from '../../../measure/page/load';
import type { MemoryFigures } from '../../../measure/page/memory';
import type { NavigationFigures } from '../../../measure/page/navigation';
import type { ReleaseCost } from '../../../measure/page/release-cost';
import { SLOW_4G, SLOWDOWN } from '../../../measure/settings';
import type { VariantId } from '../variants';
import { medianOf } from './statistics';

type PerVariant<T> = Partial<Record<VariantId, T>>;

/** Everything that one run of the bench has found, as it is kept in `.data/bench/pages.json`. */
export interface Results {
  readonly date: string;
  readonly machine: string;
  readonly conditions: string;
  readonly runs: number;
  /** By route, then by variant: every visit. */
  readonly loads: Record<string, PerVariant<LoadFigures[]>>;
  readonly navigations: PerVariant<NavigationFigures[]>;
  readonly releases: PerVariant<ReleaseCost>;
  readonly memory: PerVariant<MemoryFigures[]>;
  /** What went wrong on the way, in sentences. */
  readonly faults: string[];
}

export function emptyResults(runs: number, browserVersion: string): Results {
  const [cpu] = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GB`;
  const { downBitsPerSecond, upBitsPerSecond, roundTrip, name } = SLOW_4G;
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory}, Node ${process.versions.node}, Chromium ${browserVersion}`,
    conditions: `${name} (${downBitsPerSecond / 1e6} Mbit/s down, ${upBitsPerSecond / 1e6} up, ${roundTrip} ms), processor ${SLOWDOWN} times slower`,
    runs,
    loads: {},
    navigations: {},
    releases: {},
    memory: {},
    faults: [],
  };
}

/** The figures of a cold visit that are numbers, and so have a median. */
export type Figure = Exclude<keyof LoadFigures, 'faults' | 'lcpElement'>;

/** The median over the visits of one route in one variant. */
export function loadMedian(
  { loads }: Pick<Results, 'loads'>,
  route: string,
  variant: VariantId,
  figure: Figure,
): number | undefined {
  return medianOf(loads[route]?.[variant] ?? [], (visit) => visit[figure]);
}
