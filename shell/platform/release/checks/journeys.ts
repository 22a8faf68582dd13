import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util';
import type { Registry } from '../../formats/registry';
import { nameOf, type ReleaseName } from '../../formats/release-set';
import { appsOf, type AppStatus, releasesOf } from '../../store/registry-status';
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
  return ({ name: app, version }, registry, together) =>
    judgeRounds(registry, [{ app, version }, ...together], ownJourneys(app), (versions, journeys) => {
      log(`Running ${journeys.join(', ')} with ${namesIn(versions)}…`);
      return runRound(versions, journeys, chromium, log);
    });
}

interface Failure {
  /** The name of the file without `.spec.ts`. */
  readonly journey: string;
  readonly title: string;
}

interface RoundResult {
  readonly passed: number;
  readonly failed: readonly Failure[];
  /** Why no journey could begin, which says nothing about the release. */
  readonly notStarted?: string;
}

type RunRound = (versions: Versions, journeys: readonly string[]) => Promise<RoundResult>;

/**
 * A journey that fails counts against the candidates unless it fails without them as well: then it has changed together with
 * a page, and does not match the releases of the round. Alongside the live releases every journey must pass nevertheless.
 * @param candidates the release that is checked, and the others of its set.
 * @param own the journeys of the app of the first candidate.
 */
export async function judgeRounds(
  registry: Registry,
  candidates: readonly ReleaseName[],
  own: readonly string[],
  run: RunRound,
): Promise<GateResult> {
  const problems: string[] = [];
  const notCounted: string[] = [];
  const notRun: string[] = [];
  let passed = 0;
  const rounds = roundsFor(registry, candidates);
  for (const versions of rounds) {
    const result = await run(versions, [...MAIN_JOURNEYS, ...own]);
    passed += result.passed;
    // A site or browser that did not start says nothing about the release.
    if (result.notStarted !== undefined) notRun.push(result.notStarted);
    const unmatched = await failuresWithout(versions, result.failed);
    for (const one of result.failed) {
      const failure = `${one.title} (with ${namesIn(versions)})`;
      const isUnmatched = unmatched.some((other) => isDeepStrictEqual(one, other));
      if (!isUnmatched) problems.push(failure);
      else if (versions === rounds[0])
        notRun.push(`what is live fails without the release as well: ${failure}`);
      else notCounted.push(`not counted, because it fails without the release as well: ${failure}`);
    }
  }
  if (passed === 0) notRun.push('no journey was run');
  return {
    problems,
    summary: [
      `${passed} journeys, with ${rounds.length > 1 ? 'the live and the previous versions' : 'the live versions'} of the other apps`,
      ...notCounted,
    ],
    ...(notRun[0] !== undefined && { notRun: notRun[0] }),
  };

  /** Repeats journeys that failed, with the releases that the candidates replace. */
  async function failuresWithout(
    versions: Versions,
    failed: readonly Failure[],
  ): Promise<readonly Failure[]> {
    const replaced = candidates.map(({ app, version }) => {
      const { live, previous } = releasesOf(registry, app) ?? {};
      return [app, live === version ? previous : live] as const;
    });
    // Without the first release of an app there is nothing that its own journeys could visit.
    const isNew = replaced[0]?.[1] === undefined;
    const journeys = failed.map(({ journey }) => journey).filter((one) => !isNew || !own.includes(one));
    if (journeys.length === 0) return [];
    const without = knownVersions({ ...versions, ...Object.fromEntries(replaced) });
    return (await run(without, [...new Set(journeys)])).failed;
  }
}

function knownVersions(versions: Readonly<Record<string, string | undefined>>): Versions {
  const entries = Object.entries(versions);
  return Object.fromEntries(entries.flatMap(([app, one]) => (one === undefined ? [] : [[app, one]])));
}

function namesIn(versions: Versions): string {
  return Object.entries(versions)
    .map(([app, version]) => nameOf({ app, version }))
    .join(', ');
}

/**
 * The versions of each round: the live ones of the other apps and, if they differ, the previous ones. The releases of a
 * set stay together, because no visitor gets one without the others.
 * @param candidates the release that is checked, and the others of its set.
 */
export function roundsFor(registry: Registry, candidates: readonly ReleaseName[]): readonly Versions[] {
  const fixed = Object.fromEntries(candidates.map(({ app, version }) => [app, version]));
  const versionsOf = (find: (one: AppStatus) => string | undefined) =>
    knownVersions({
      ...Object.fromEntries(appsOf(registry).map((one) => [one.app, find(one)])),
      ...fixed,
    });
  const live = versionsOf((one) => one.live);
  const previous = versionsOf((one) => one.previous ?? one.live);
  return JSON.stringify(previous) === JSON.stringify(live) ? [live] : [live, previous];
}

/** How many lines of its output a failed start is reported with. */
const PRINTED_LINES = 12;

async function runRound(
  versions: Versions,
  journeys: readonly string[],
  chromium: string,
  log: (line: string) => void,
): Promise<RoundResult> {
  return inTemporaryFolder('isa-journeys-', async (folder) => {
    await createTemporaryStore(folder, versions);
    const file = path.join(folder, 'report.json');
    // Each run has a folder of its own, because Playwright empties its output folder at the start.
    const output = path.join(RESULTS, `check-${Object.values(versions).join('-')}`);
    const specs = journeys.map((name) => `shell/tooling/e2e/${name}.spec.ts`);
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
      .map(({ file, titles }) => ({ journey: path.basename(file, '.spec.ts'), title: titles.join(' › ') }));
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
