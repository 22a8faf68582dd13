import { messageOf } from '../../../../packages/node/user-error';
import { budgetFor, type PageBudget, type Ratios } from '../budgets';
import { judgeLoad, type LoadVerdict } from './judge-load';
import { type LoadFigures, visitPage } from './lighthouse';
import type { MeasuredPage } from './measured-pages';
import type { HostedSite, PageServer } from './page-server';

/** Visits of each page on each site: at least `min`, and up to `max` while a budget is exceeded. */
const ROUNDS = { min: 2, max: 5 };

export interface CompareOptions {
  readonly chromium: string;
  readonly server: PageServer;
  readonly origin: string;
  readonly candidate: HostedSite;
  /** The live site; absent where nothing is live to compare the candidate with. */
  readonly live?: HostedSite;
  readonly pages: readonly MeasuredPage[];
  readonly budgets: { readonly pages: Readonly<Record<string, PageBudget>>; readonly toLive: Ratios };
  readonly rounds?: typeof ROUNDS;
  readonly log: (line: string) => void;
}

/**
 * Visits pages of both sites alternately, with an empty cache and Lighthouse's throttling. A page that
 * exceeds a budget is visited again: noise disappears, a heavier or slower release does not.
 */
export async function compareLoads(options: CompareOptions): Promise<readonly LoadVerdict[]> {
  const { candidate, live, pages, budgets, rounds = ROUNDS, log } = options;
  const verdicts: LoadVerdict[] = [];
  for (const page of pages) {
    log(`Loading ${page.path}…`);
    const visits: Record<'candidate' | 'live', LoadFigures[]> = { candidate: [], live: [] };
    const sites: readonly (readonly [HostedSite, LoadFigures[]])[] = [
      [candidate, visits.candidate],
      ...(live ? [[live, visits.live] as const] : []),
    ];
    let judged: readonly LoadVerdict[] = [];
    for (let round = 1; round <= rounds.max; round += 1) {
      // The order alternates, because the second visit benefits from a warmer machine.
      for (const [site, figures] of round % 2 === 0 ? sites.toReversed() : sites) {
        figures.push(...(await visit(options, site, page)));
      }
      judged = judgeLoad({ path: page.path, ...visits }, budgetFor(budgets.pages, page.path), budgets.toLive);
      if (round >= rounds.min && judged.every(({ passed }) => passed)) break;
    }
    verdicts.push(...judged);
  }
  return verdicts;
}

/** @returns nothing for a failed visit: figures that are never observed fail their budgets. */
async function visit(
  { chromium, server, origin, log }: CompareOptions,
  site: HostedSite,
  page: MeasuredPage,
): Promise<readonly LoadFigures[]> {
  server.host(site);
  try {
    const figures = await visitPage({ chromium, origin, ...page });
    if (figures.hydrated === undefined) throw new Error('The page was not hydrated.');
    return [figures];
  } catch (error) {
    log(`  ${messageOf(error).split('\n').slice(0, 2).join(' ')}`);
    return [];
  }
}
