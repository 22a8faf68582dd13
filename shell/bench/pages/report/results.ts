import os from 'node:os';
import type { FirstClick } from '../../../measure/page/first-click';
import type { LoadFigures } from '../../../measure/page/load';
import type { MemoryFigures } from '../../../measure/page/memory';
import type { NavigationFigures } from '../../../measure/page/navigation';
import type { ReleaseCost } from '../../../measure/page/release-cost';
import { SLOWDOWN } from '../settings';
import { SLOW_4G } from '../../../measure/network/throttled-connection';
import type { VariantId } from '../variants';
import { medianOf } from './statistics';

type PerVariant<T> = Partial<Record<VariantId, T>>;

export type OwnRelease = 'shop, without dictionaries' | 'shell' | 'shell, without dictionaries';

/** The results of one run, as saved in `.data/bench/pages.json`. */
export interface Results {
  readonly date: string;
  readonly machine: string;
  readonly conditions: string;
  readonly runs: number;
  /** Every visit, by path and variant. */
  readonly loads: Record<string, PerVariant<LoadFigures[]>>;
  /** The first taps of visits of this site, by path. */
  readonly firstClicks: Record<string, FirstClick[]>;
  /** Hovered clicks. */
  readonly navigations: PerVariant<NavigationFigures[]>;
  /** Touches on this site. */
  readonly touches: NavigationFigures[];
  readonly releases: PerVariant<ReleaseCost>;
  /** Further releases of this site; those of `releases` are of the shop, with compression dictionaries. */
  readonly ownReleases: Partial<Record<OwnRelease, ReleaseCost>>;
  readonly memory: PerVariant<MemoryFigures[]>;
  /** Errors during the run, in sentences. */
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
    firstClicks: {},
    navigations: {},
    touches: [],
    releases: {},
    ownReleases: {},
    memory: {},
    faults: [],
  };
}

/** The numeric figures of a cold visit. */
export type Figure = Exclude<keyof LoadFigures, 'faults' | 'lcpElement'>;

/** The median over the visits of one page in one variant. */
export function loadMedian(
  { loads }: Pick<Results, 'loads'>,
  path: string,
  variant: VariantId,
  figure: Figure,
): number | undefined {
  return medianOf(loads[path]?.[variant] ?? [], (visit) => visit[figure]);
}
