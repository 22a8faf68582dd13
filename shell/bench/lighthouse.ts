import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../tools/programs';
import { main } from '../tools/processes';
import { UserError } from '../tools/user-error';
import { type Installed, installLighthouse } from './lighthouse/install';
import { missedAims, parseReport, type Score, SCORES, type Scores, summarise } from './lighthouse/report';
import { benchFolder, runs } from './pages/settings';
import { findSite } from './shared/site';
import { table } from './shared/table';

/** Pages that search engines index, and pages that differ from visitor to visitor. */
const INDEXABLE = [
  '/',
  '/isa-books/1',
  '/isa-books/all-books',
  '/isa-blog',
  '/isa-surveillance-course-6',
  '/isa-all-training-courses',
  '/isa-online-courses',
  '/isa-online-courses/1001',
  '/isa-about-us',
  '/contact',
  '/privacy-policy',
];
const PRIVATE = ['/isa-basket', '/checkout', '/login', '/register'];
/** Recording a page sometimes fails on a busy machine (NO_NAVSTART). */
const ATTEMPTS = 3;
/** The aims of the performance score. */
const LEAST = { indexable: 98, private: 95 };

const log = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Lighthouse's performance of fifteen pages with its mobile preset, whose times are simulated. It starts a site of its own,
 * or measures the one at `BENCH_ORIGIN`. `BENCH_ROUTES` and `BENCH_RUNS` choose pages and runs.
 */
main(async () => {
  const chromium = findChromium(log);
  if (!('path' in chromium)) throw new UserError(`Lighthouse needs Chromium: ${chromium.missing}.`);
  const lighthouse = await installLighthouse(log);
  const { origin, stop } = await findSite(log);
  const reports = path.join(benchFolder, 'lighthouse');
  await mkdir(reports, { recursive: true });
  const routes = process.env.BENCH_ROUTES?.split(',') ?? [...INDEXABLE, ...PRIVATE];
  const measured = new Map<string, Scores[]>(routes.map((route) => [route, []]));
  for (let run = 1; run <= runs(3); run += 1) {
    for (const [route, found] of measured) {
      log(`Run ${run}, ${route}…`);
      const file = path.join(reports, `${run}${route.replaceAll('/', '_')}.json`);
      await audit(lighthouse, chromium.path, `${origin}${route}`, file);
      found.push(parseReport(await readFile(file, 'utf8'), file));
    }
  }
  await stop();
  print(measured);
});

/** @throws UserError with Lighthouse's output when it fails. */
async function audit(
  { node, script }: Installed,
  chromium: string,
  address: string,
  file: string,
): Promise<void> {
  const args = [
    script,
    address,
    '--only-categories=performance',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
  ];
  const env = { ...process.env, CHROME_PATH: chromium };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await promisify(execFile)(node, args, { env });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw new UserError(`Lighthouse failed: ${String(error)}`, { cause: error });
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
    missedAims(found, PRIVATE.includes(route) ? LEAST.private : LEAST.indexable);
  table('Lighthouse, mobile: medians (and worst), milliseconds', [
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
