import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { requireJson } from '../../../platform/formats/parse-json';
import { packageFolder } from '../../../packages/node/folders';
import { runNode } from '../../../packages/node/node';
import { basketCookie, needsBasket } from '../pages/measured-pages';
import { blockingTime, traceSchema } from './blocking-time';

export interface LoadFigures {
  /** The score from 0 to 100; only a scored visit has it. */
  readonly performance: number | undefined;
  /** First contentful paint in milliseconds, like all times. */
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number | undefined;
  /** Total blocking time by the clock, as Lighthouse counts it. */
  readonly clockTbt: number;
  readonly cls: number;
  /** When the page's scripts had started, on this machine and without throttling. */
  readonly hydrated: number | undefined;
  /** Bytes on the wire of the scripts that were requested before the page was hydrated and had its largest paint. */
  readonly scriptBytes: number;
  /** Bytes of everything requested before then. */
  readonly bytes: number;
  readonly requests: number;
  readonly documentBytes: number;
}

/** The mark (W3C User Timing) that the shell sets when a page is interactive. */
const HYDRATED = 'isa-alive';

const metrics = z.object({
  firstContentfulPaint: z.number(),
  largestContentfulPaint: z.number(),
  totalBlockingTime: z.number(),
  cumulativeLayoutShift: z.number(),
  observedLargestContentfulPaint: z.number(),
});
const requestSchema = z.object({
  url: z.string(),
  resourceType: z.string().optional(),
  transferSize: z.number(),
  networkRequestTime: z.number().optional(),
});
const timing = z.object({ name: z.string(), startTime: z.number() });
const list = <Item extends z.ZodType>(item: Item) =>
  z.object({ details: z.object({ items: z.array(item) }) });
const reportSchema = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }).optional() }),
  audits: z.object({
    metrics: z.object({ details: z.object({ items: z.tuple([metrics]).rest(z.unknown()) }) }),
    'network-requests': list(requestSchema),
    'user-timings': list(timing),
  }),
});

/** @param source of the text, for the message. @throws UserError when the report lacks a figure. */
export function readReport(text: string, source: string): Omit<LoadFigures, 'tbt'> {
  const { categories, audits } = requireJson(text, reportSchema, source);
  const [found] = audits.metrics.details.items;
  const hydrated = audits['user-timings'].details.items.find(({ name }) => name === HYDRATED)?.startTime;
  // Later requests are prefetches and telemetry. Both are observed times, which are not throttled.
  const usable = Math.max(hydrated ?? 0, found.observedLargestContentfulPaint);
  const first = audits['network-requests'].details.items.filter(
    ({ url, networkRequestTime = 0 }) => !url.startsWith('data:') && networkRequestTime <= usable,
  );
  const bytesOf = (type?: string) =>
    first
      .filter(({ resourceType }) => type === undefined || resourceType === type)
      .reduce((total, { transferSize }) => total + transferSize, 0);
  const { performance } = categories;
  return {
    performance: performance && Math.round(performance.score * 100),
    fcp: found.firstContentfulPaint,
    lcp: found.largestContentfulPaint,
    clockTbt: found.totalBlockingTime,
    cls: found.cumulativeLayoutShift,
    hydrated,
    scriptBytes: bytesOf('Script'),
    bytes: bytesOf(),
    requests: first.length,
    documentBytes: bytesOf('Document'),
  };
}

export interface PageVisit {
  readonly chromium: string;
  readonly origin: string;
  readonly path: string;
  /** Whether the score is wanted, which takes twice as long. */
  readonly scored?: boolean;
}

/** Visits a page with a new browser and Lighthouse's mobile preset. @throws UserError when Lighthouse fails. */
export async function visitPage(visit: PageVisit): Promise<LoadFigures> {
  const { chromium: executablePath, origin, path: page, scored = false } = visit;
  const profile = await mkdtemp(path.join(tmpdir(), 'isa-lighthouse-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    viewport: null,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'],
  });
  try {
    if (needsBasket(page)) await browser.addCookies([basketCookie(origin)]);
    const [port = ''] = (await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    const file = path.join(profile, 'report.json');
    await runNode(`Lighthouse on ${page}`, [
      path.join(packageFolder('lighthouse'), 'cli/index.js'),
      `${origin}${page}`,
      `--port=${port}`,
      scored ? '--only-categories=performance' : '--only-audits=metrics,network-requests,user-timings',
      '--disable-full-page-screenshot',
      '--save-assets',
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
    ]);
    const trace = path.join(profile, 'report-0.trace.json');
    return {
      ...readReport(await readFile(file, 'utf8'), `Lighthouse’s report on ${page}`),
      tbt: blockingTime(requireJson(await readFile(trace), traceSchema, 'Lighthouse’s trace'), HYDRATED),
    };
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}
