import { visitPage } from './shared/lighthouse';
import { requireBrowser } from '../../platform/release/checks/require-browser';
import { main, printLine as log } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';
import { missedAims, type Score, SCORES, type Scores, summarise } from './lighthouse/report';
import { INDEXABLE, PRIVATE } from './pages/measured-pages';
import { runs } from './shared/settings';
import { findSite } from './shared/site';
import { printTable } from './shared/table';

/** How often a page is tried, because recording it sometimes fails on a busy machine (NO_NAVSTART). */
const ATTEMPTS = 3;
/** The aims of the performance score. */
const LEAST = { indexable: 98, private: 95 };

const isPrivate = (route: string) => PRIVATE.includes(route);

/**
 * Lighthouse's performance of fifteen pages with simulated times, on a site of its own or the one at
 * `BENCH_ORIGIN`. `BENCH_ROUTES` and `BENCH_RUNS` choose pages and runs.
 */
main(async () => {
  const chromium = requireBrowser(log);
  const { origin, stop } = await findSite(log);
  const routes = process.env.BENCH_ROUTES?.split(',') ?? [...INDEXABLE, ...PRIVATE];
  const measured = new Map<string, Scores[]>(routes.map((route) => [route, []]));
  const wanted = runs(3);
  for (let run = 1; run <= wanted; run += 1) {
    for (const [route, found] of measured) {
      log(`Run ${run}, ${route}…`);
      found.push(await audit(chromium, origin, route));
    }
  }
  await stop();
  print(measured);
});

/** @throws UserError when Lighthouse fails again and again. */
async function audit(chromium: string, origin: string, route: string): Promise<Scores> {
  const visit = { chromium, origin, path: route, scored: true };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { performance, ...figures } = await visitPage(visit);
      if (performance === undefined) throw new UserError(`Lighthouse gave ${route} no score.`);
      return { ...figures, performance };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

function print(measured: ReadonlyMap<string, readonly Scores[]>): void {
  const format = (score: Score, value: number) => value.toFixed(score === 'cls' ? 3 : 0);
  const cellOf = (found: readonly Scores[], score: Score) => {
    const { median, worst } = summarise(found, score);
    return `${format(score, median)} (${format(score, worst)})`;
  };
  const missedOf = (route: string, found: readonly Scores[]) =>
    missedAims(found, isPrivate(route) ? LEAST.private : LEAST.indexable);
  printTable('Lighthouse, mobile: medians (and worst), milliseconds', [
    ['', 'performance', 'FCP', 'LCP', 'TBT', 'CLS', 'aims'],
    ...[...measured].map(([route, found]) => [
      route,
      ...SCORES.map((score) => cellOf(found, score)),
      missedOf(route, found).length === 0 ? 'met' : 'MISSED',
    ]),
  ]);
  const missed = [...measured].flatMap(([route, found]) =>
    missedOf(route, found).map((text) => `- ${route}: ${text}`),
  );
  log(missed.length === 0 ? '\nAll aims are met.' : `\nmissed\n\n${missed.join('\n')}`);
}
