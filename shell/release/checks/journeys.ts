import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Registry } from '../../formats/registry';
import { root } from '../../tools/folders';
import { readVerifiedRegistry } from '../../store/registry-log';
import { dataFolder } from '../../tools/locations';
import type { RunInBrowser } from './check';
import { withoutSite } from './site-environment';
import { makeStore, type Versions } from './store-of';

/**
 * Walks the site in Chromium with the candidate: beside the live version of the others, and beside their previous
 * ones where there are some. The site has a store, a registry and a key of its own; nobody else's is touched.
 * @param chromium the browser's program.
 * @param tell told what the browser does.
 */
export function runJourneys(chromium: string, tell: (line: string) => void): RunInBrowser {
  return async (part, version) => {
    const problems: string[] = [];
    let passed = 0;
    const rounds = roundsFor((await readVerifiedRegistry()).registry, part, version);
    for (const versions of rounds) {
      const names = Object.entries(versions).map(([name, one]) => `${name}@${one}`);
      tell(`Walking with ${names.join(', ')}…`);
      const result = await walk(part, versions, chromium, tell);
      problems.push(...result.failed.map((title) => `${title} (with ${names.join(', ')})`));
      passed += result.passed;
    }
    if (passed === 0 && problems.length === 0) problems.push('no journey was walked');
    return {
      problems,
      words: `${passed} journeys, beside ${rounds.length > 1 ? 'the live and the previous versions' : 'the live versions'} of the others`,
    };
  };
}

/**
 * What is walked for a candidate: beside the live versions of the others and, where that is something else, beside
 * their previous ones.
 */
export function roundsFor({ shell, remotes }: Registry, part: string, version: string): readonly Versions[] {
  const live: Versions = {
    shell: shell.live,
    ...Object.fromEntries(remotes.map((remote) => [remote.name, remote.live.version])),
    [part]: version,
  };
  const before: Versions = {
    shell: shell.previous ?? shell.live,
    ...Object.fromEntries(remotes.map((remote) => [remote.name, (remote.previous ?? remote.live).version])),
    [part]: version,
  };
  return JSON.stringify(before) === JSON.stringify(live) ? [live] : [live, before];
}

interface Walked {
  readonly passed: number;
  /** The titles of the journeys that failed. */
  readonly failed: readonly string[];
}

async function walk(
  part: string,
  versions: Versions,
  chromium: string,
  tell: (line: string) => void,
): Promise<Walked> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-journeys-'));
  try {
    await makeStore(folder, versions);
    const file = path.join(folder, 'report.json');
    // Not in the folder that all journeys share: a run that begins there sweeps away what another is recording.
    const output = path.join(dataFolder, 'test-results', `check-${Object.values(versions).join('-')}`);
    const code = await runPlaywright([...specsOf(part), '--output', output], tell, {
      ...withoutSite(process.env),
      CHROMIUM_PATH: chromium,
      JOURNEYS_REPORT: file,
      JOURNEYS_AS_RELEASED: 'yes',
      JOURNEYS_VERSIONS: JSON.stringify(versions),
      JOURNEYS_DATA: path.join(folder, 'data'),
      STORE_FOLDER: path.join(folder, 'store'),
      KEYS_FOLDER: path.join(folder, 'keys'),
    });
    const written = await readFile(file, 'utf8').catch(() => undefined);
    const { stats, suites } = written === undefined ? NOTHING_WALKED : (JSON.parse(written) as Report);
    const failed = suites.flatMap(failures);
    // A site that did not even start has walked nothing.
    const silent =
      code !== 0 && failed.length === 0 ? ['the site did not start, or the browser did not'] : [];
    return { passed: stats.expected + stats.flaky, failed: [...failed, ...silent] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What Playwright's JSON reporter says, as far as it is read here. */
interface Report {
  readonly stats: { readonly expected: number; readonly flaky: number };
  readonly suites: readonly Suite[];
}
interface Suite {
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[];
  readonly suites?: readonly Suite[];
}

const NOTHING_WALKED: Report = { stats: { expected: 0, flaky: 0 }, suites: [] };

function failures({ specs = [], suites = [] }: Suite): readonly string[] {
  return [...specs.filter(({ ok }) => !ok).map(({ title }) => title), ...suites.flatMap(failures)];
}

/** That the releases are those that are meant, the main job of the site, and what there is about the part. */
function specsOf(part: string): readonly string[] {
  const own = part === 'shell' ? ['accounts', 'chrome'] : [part];
  return ['as-released', 'main-job', ...own]
    .map((name) => `shell/e2e/${name}.spec.ts`)
    .filter((file) => existsSync(path.join(root, file)));
}

function runPlaywright(
  what: readonly string[],
  tell: (line: string) => void,
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const args = ['--conditions=source', cli, 'test', '--config', 'shell/e2e/playwright.config.ts', ...what];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => tell(text.trimEnd()));
  }
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
