import { setMaxListeners } from 'node:events';
import { chromium } from '@playwright/test';
import { startOwnSite } from '../../e2e/support/own-site';
import { remoteNames } from '../../tools/folders';
import { arriveAgainAndAgain, keepTabOpen } from './browser-visitor';
import { chanceOf } from './chance';
import { Counts } from './counts';
import { walkByHttp } from './http-visitor';
import { moveReleases, type Moves } from './operator';

export interface Plan {
  readonly port: number;
  readonly seed: number;
  /** Visitors without a browser. */
  readonly walkers: number;
  /** Real tabs: the first stays open for the whole run, the others are new people again and again. */
  readonly tabs: number;
  /** How often each remote is moved through everything. */
  readonly rounds: number;
  readonly chromium: string;
  readonly tell: (line: string) => void;
}

export interface Outcome {
  readonly counts: Counts;
  readonly moves: Moves;
  readonly seconds: number;
  /** What the site's processes complained of. */
  readonly complaints: readonly string[];
}

/** Moves the releases of a site of its own to and fro while visitors walk through it. */
export async function releaseUnderLoad(plan: Plan): Promise<Outcome> {
  const site = await startOwnSite(plan.port);
  const browser = await chromium.launch({
    executablePath: plan.chromium,
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
    // Every visitor waits for the end.
    setMaxListeners(0, run.signal);
    const walk = (visitor: number) => ({
      origin: site.origin,
      chance: chanceOf(plan.seed + visitor),
      counts,
      ended: run.signal,
    });
    const addresses = await publicAddresses(site.origin);
    const visitors = [
      ...Array.from({ length: plan.walkers }, (_, at) => walkByHttp(walk(at), addresses)),
      ...Array.from({ length: plan.tabs }, (_, at) =>
        at === 0 ? keepTabOpen(browser, walk(1_000)) : arriveAgainAndAgain(browser, walk(1_000 + at)),
      ),
    ];
    let moves: Moves;
    try {
      moves = await moveReleases(site, remoteNames(), plan.rounds, chanceOf(plan.seed), plan.tell);
    } finally {
      run.abort();
      await Promise.all(visitors);
    }
    return {
      counts,
      moves,
      seconds: (performance.now() - started) / 1_000,
      complaints: site.said.filter((line) => /could not|cannot|Error/.test(line)),
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** What search engines are told is what everybody can visit. */
async function publicAddresses(origin: string): Promise<readonly string[]> {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
}
