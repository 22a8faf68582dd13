import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Registry } from '../../formats/registry';
import type { ReleaseName } from '../../formats/release-set';
import { appsOf, type AppStatus } from '../../store/registry-status';
import { inTemporaryFolder } from '../../../packages/node/files';
import { root } from '../../../packages/node/folders';
import { streamNode } from '../../../packages/node/node';
import { playwrightReport, testsIn } from '../../../packages/node/playwright-report';
import type { RunInBrowser } from './check';
import { RESULTS } from './check-unprivileged';
import { withoutSite } from '../../../packages/kit/pack/site-environment';
import type { GateResult } from './gate-context';
import { createTemporaryStore, type Versions } from './temporary-store';

/**
 * Runs the journeys with the live and with the previous versions of the other apps. The site has its own
 * store, registry and key.
 * @param chromium the path of the browser's program.
 */
export function runJourneys(chromium: string, log: (line: string) => void): RunInBrowser {
  return async ({ name: app, version }, registry, together) => {
    const results: RoundResult[] = [];
    const rounds = roundsFor(registry, [{ app, version }, ...together]);
    for (const versions of rounds) {
      const names = Object.entries(versions).map(([name, one]) => `${name}@${one}`);
      log(`Running journeys with ${names.join(', ')}…`);
      const result = await runRound(app, versions, chromium, log);
      results.push({
        ...result,
        failed: result.failed.map((title) => `${title} (with ${names.join(', ')})`),
      });
    }
    return resultOf(results);
  };
}

interface RoundResult {
  readonly passed: number;
  /** The titles of the journeys that failed. */
  readonly failed: readonly string[];
  /** Why no journey could begin, which says nothing about the release. */
  readonly notStarted?: string;
}

/** The result of all rounds. A site or browser that did not start says nothing about the release. */
export function resultOf(rounds: readonly RoundResult[]): GateResult {
  const [notStarted] = rounds.flatMap((round) => round.notStarted ?? []);
  const passed = rounds.reduce((sum, round) => sum + round.passed, 0);
  const notRun = notStarted ?? (passed === 0 ? 'no journey was run' : undefined);
  return {
    problems: rounds.flatMap(({ failed }) => failed),
    summary: `${passed} journeys, with ${rounds.length > 1 ? 'the live and the previous versions' : 'the live versions'} of the other apps`,
    ...(notRun !== undefined && { notRun }),
  };
}

/**
 * The versions of each round: the live ones of the other apps and, if they differ, the previous ones. The releases of a
 * set stay together, because no visitor gets one without the others.
 * @param candidates the release that is checked, and the others of its set.
 */
export function roundsFor(registry: Registry, candidates: readonly ReleaseName[]): readonly Versions[] {
  const fixed = Object.fromEntries(candidates.map(({ app, version }) => [app, version]));
  const versionsOf = (find: (one: AppStatus) => string | undefined): Versions => {
    const found = appsOf(registry).map((one) => [one.app, find(one)] as const);
    const known = found.flatMap(([name, one]): [string, string][] =>
      one === undefined ? [] : [[name, one]],
    );
    return { ...Object.fromEntries(known), ...fixed };
  };
  const live = versionsOf((one) => one.live);
  const previous = versionsOf((one) => one.previous ?? one.live);
  return JSON.stringify(previous) === JSON.stringify(live) ? [live] : [live, previous];
}

/** How many lines of its output a failed start is reported with. */
const PRINTED_LINES = 12;

async function runRound(
  app: string,
  versions: Versions,
  chromium: string,
  log: (line: string) => void,
): Promise<RoundResult> {
  return inTemporaryFolder('isa-journeys-', async (folder) => {
    await createTemporaryStore(folder, versions);
    const file = path.join(folder, 'report.json');
    // Each run has a folder of its own, because Playwright empties its output folder at the start.
    const output = path.join(RESULTS, `check-${Object.values(versions).join('-')}`);
    const specs = [...MAIN_JOURNEYS, ...ownJourneys(app)].map((name) => `shell/tooling/e2e/${name}.spec.ts`);
    const { code, output: printed } = await streamNode(
      [
        '--conditions=source',
        path.join(root, 'node_modules/@playwright/test/cli.js'),
        ...['test', '--config', 'shell/tooling/e2e/playwright.config.ts', ...specs, '--output', output],
      ],
      (text) => log(text.trimEnd()),
      {
        ...withoutSite(process.env),
        CHROMIUM_PATH: chromium,
        JOURNEYS_REPORT: file,
        JOURNEYS_AS_RELEASED: 'yes',
        JOURNEYS_VERSIONS: JSON.stringify(versions),
        JOURNEYS_DATA: path.join(folder, 'data'),
        STORE_FOLDER: path.join(folder, 'store'),
        KEYS_FOLDER: path.join(folder, 'keys'),
      },
    );
    const text = await readFile(file, 'utf8').catch(() => undefined);
    const report = text === undefined ? undefined : playwrightReport.parse(JSON.parse(text));
    const failed = (report ? testsIn(report) : [])
      .filter(({ statuses }) => statuses.includes('unexpected'))
      .map(({ titles }) => titles.at(-1) ?? '');
    // No journey can fail before the site has started, so its output explains the failure.
    const lines = stripVTControlCharacters(printed)
      .split('\n')
      .filter((line) => line.trim() !== '');
    const last = lines.slice(-PRINTED_LINES).join('\n') || 'nothing was printed';
    const isStarted = code === 0 || failed.length > 0;
    const passed = report ? report.stats.expected + report.stats.flaky : 0;
    return {
      passed,
      failed,
      ...(!isStarted && { notStarted: `the site or the browser did not start: ${last}` }),
    };
  });
}

export const MAIN_JOURNEYS = ['served-versions', 'buy-and-watch'] as const;

/** The journeys of an app alone; none of a remote whose team has written none. */
export function ownJourneys(app: string): readonly string[] {
  return (app === 'shell' ? ['accounts', 'layout'] : [app]).filter((name) =>
    existsSync(path.join(root, `shell/tooling/e2e/${name}.spec.ts`)),
  );
}
