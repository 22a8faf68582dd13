import { setMaxListeners } from 'node:events';
import { chromium } from '@playwright/test';
import { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { remoteNames } from '../../../packages/node/folders';
import { startTestSite } from '../site/test-site';
import { keepTabOpen, visitRepeatedly } from './browser-visitor';
import { type ChangeCounts, changeReleases } from './change-releases';
import { Counts } from './counts';
import { siteMapAddresses, visitByHttp } from './http-visitor';

export interface LoadRun {
  readonly port: number;
  readonly seed: number;
  /** Visitors without a browser. */
  readonly httpVisitors: number;
  /** Browser tabs: the first stays open for the whole run, in the others new visitors follow one another. */
  readonly tabs: number;
  /** How often the releases of each remote go through every change. */
  readonly rounds: number;
  /** The path of the Chromium executable. */
  readonly chromium: string;
  readonly log: (line: string) => void;
}

export interface LoadRunResult {
  readonly counts: Counts;
  readonly changes: ChangeCounts;
  readonly seconds: number;
  /** Error messages of the site's processes. */
  readonly siteErrors: readonly string[];
}

/** Changes the releases of a separate site again and again while visitors use it. */
export async function releaseUnderLoad(options: LoadRun): Promise<LoadRunResult> {
  const { port, seed, httpVisitors, tabs, rounds, chromium: executablePath, log } = options;
  const site = await startTestSite(port);
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
  try {
    const started = performance.now();
    const counts = new Counts();
    const run = new AbortController();
    // Every visitor listens for the end of the run.
    setMaxListeners(0, run.signal);
    const visit = (visitor: number) => ({
      origin: site.origin,
      random: new SeededRandom(seed + visitor),
      counts,
      end: run.signal,
    });
    const addresses = await siteMapAddresses(site.origin);
    const visitors = [
      ...Array.from({ length: httpVisitors }, (_, index) => visitByHttp(visit(index), addresses)),
      ...Array.from({ length: tabs }, (_, index) =>
        (index === 0 ? keepTabOpen : visitRepeatedly)(browser, visit(1_000 + index)),
      ),
    ];
    let changes: ChangeCounts;
    try {
      changes = await changeReleases(site, remoteNames(), rounds, new SeededRandom(seed), log);
    } finally {
      run.abort();
      await Promise.all(visitors);
    }
    return {
      counts,
      changes,
      seconds: (performance.now() - started) / 1_000,
      siteErrors: site.output.filter((line) => /could not|cannot|Error/.test(line)),
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}
