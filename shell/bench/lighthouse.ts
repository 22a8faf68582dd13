import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium as playwright } from '@playwright/test';
import { basketCookie } from '../measure/page/browser';
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
/** Visited with a book in the basket: without one, the checkout leads to the home page. */
const WITH_BASKET = ['/isa-basket', '/checkout'];
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
      await audit(lighthouse, { chromium: chromium.path, origin, route, file });
      found.push(parseReport(await readFile(file, 'utf8'), file));
    }
  }
  await stop();
  print(measured);
});

interface Visit {
  readonly chromium: string;
  readonly origin: string;
  readonly route: string;
  /** Where the report goes. */
  readonly file: string;
}

/** @throws UserError with Lighthouse's output when it fails. */
async function audit({ node, script }: Installed, { chromium, origin, route, file }: Visit): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const profile = await mkdtemp(path.join(tmpdir(), 'lighthouse-'));
    const browser = await playwright.launchPersistentContext(profile, {
      executablePath: chromium,
      viewport: null,
      args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'],
    });
    try {
      if (WITH_BASKET.includes(route)) await browser.addCookies([basketCookie(origin)]);
      const [port = ''] = (await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
      await promisify(execFile)(node, [
        script,
        `${origin}${route}`,
        `--port=${port}`,
        '--only-categories=performance',
        '--output=json',
        `--output-path=${file}`,
        '--quiet',
      ]);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw new UserError(`Lighthouse failed: ${String(error)}`, { cause: error });
    } finally {
      await browser.close();
      await rm(profile, { recursive: true, force: true });
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
