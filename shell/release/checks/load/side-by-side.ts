import type { Browser } from '@playwright/test';
import { type LoadFigures, measureLoad } from '../../../measure/page/load';
import type { Hosted, PageServer } from '../../../measure/network/page-server';
import type { BenchRoute } from '../../../measure/routes';
import { SLOW_4G } from '../../../measure/settings';
import { lineOf, type PageBudget, type Ratios } from '../budgets';
import { judgeLoad, type LoadVerdict } from './judge-load';

/** Visits of each page on each site: so many at least, and more as long as a budget is not kept. */
const ROUNDS = { least: 2, most: 5 };

export interface SideBySide {
  readonly browser: Browser;
  readonly server: PageServer;
  readonly origin: string;
  readonly candidate: Hosted;
  /** Absent where nothing is live that the candidate could be compared with. */
  readonly live?: Hosted;
  readonly pages: readonly BenchRoute[];
  readonly budgets: { readonly pages: Readonly<Record<string, PageBudget>>; readonly toLive: Ratios };
  readonly rounds?: typeof ROUNDS;
  /** Told before each page. */
  readonly tell: (line: string) => void;
}

/**
 * Visits pages of the candidate's site and of the live one in turns, with an empty cache over the bench's slow line, and
 * judges them. Only as long as something is over its budget it is looked at again: noise goes away, a heavier or slower
 * release stays.
 */
export async function loadSideBySide(compared: SideBySide): Promise<readonly LoadVerdict[]> {
  const { candidate, live, pages, budgets, rounds = ROUNDS, tell } = compared;
  const verdicts: LoadVerdict[] = [];
  for (const page of pages) {
    tell(`Loading ${page.path} over ${SLOW_4G.name}…`);
    const visits = { path: page.path, candidate: [] as LoadFigures[], live: [] as LoadFigures[] };
    const sites: readonly (readonly [Hosted, LoadFigures[]])[] = [
      [candidate, visits.candidate],
      ...(live ? [[live, visits.live] as const] : []),
    ];
    let judged: readonly LoadVerdict[] = [];
    for (let round = 1; round <= rounds.most; round += 1) {
      // Each begins as often as the other: the second finds a warmer machine.
      for (const [site, seen] of round % 2 === 0 ? sites.toReversed() : sites) {
        seen.push(...(await visit(compared, site, page)));
      }
      judged = judgeLoad(visits, lineOf(budgets.pages, page.path), budgets.toLive);
      if (round >= rounds.least && judged.every(({ kept }) => kept)) break;
    }
    verdicts.push(...judged);
  }
  return verdicts;
}

/** @returns nothing for a visit that came to nothing; what is never seen is over its budget. */
async function visit(
  { browser, server, origin, tell }: SideBySide,
  site: Hosted,
  route: BenchRoute,
): Promise<readonly LoadFigures[]> {
  server.host(site);
  try {
    const line = { browser, server, conditions: SLOW_4G, origin };
    // The processor is this machine's own: what it has to do besides would only be multiplied.
    return [await measureLoad({ ...line, route, slowdown: 1, scripted: true, used: false })];
  } catch (error) {
    tell(`  ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    return [];
  }
}
