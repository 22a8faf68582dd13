import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { buildApi } from '../../platform/release/build-api';
import { root, dataFolder } from '../../packages/node/folders';
import { compiler, sourceScript, streamNode } from '../../packages/node/node';
import { playwrightReport } from '../../packages/node/playwright-report';
import { main, printLine as log } from '../../packages/node/processes';
import {
  findBrowsers,
  findChromium,
  findClusterPrograms,
  findMariaDbServer,
  findMySqlServer,
  type Found,
  provideTestPrograms,
} from '../../packages/node/programs';
import { runJobs, type Write } from '../../packages/node/run-jobs';
import {
  afterRepetition,
  explainSkip,
  filesToRepeat,
  jestReport,
  type Outcome,
  outcomeOfJest,
  outcomeOfPlaywright,
  outcomeOfTool,
  together,
} from './test-reports';

interface Step {
  readonly name: string;
  /** Whether the step runs only with `NIGHTLY=1`, or when it is named. */
  readonly nightly?: boolean;
  /** A program that the step needs, and for what; without the program the step is skipped with a warning. */
  readonly needs?: { readonly find: (log: (line: string) => void) => Found; readonly what: string };
  /** @param program the path of the program that the step needs. */
  run(write: Write, program: string): Promise<Outcome>;
}

const bin = (name: string) => path.join(root, 'node_modules', name);
const results = path.join(dataFolder, 'test-results');
/** The store of sites that tests start: that of `npm start` keeps its releases and its registry. */
const TEST_STORE = { STORE_FOLDER: path.join(dataFolder, 'test-store') };
const width = 2;
/** How many workers a step of Jest has. Two steps have twice as many as cores, because tests wait half of their time. */
const workers = availableParallelism();

/** A race on a busy machine must not stop a release; the nightly run, which has the time, fails on it. */
const REPORTS_FLAKY_AS_FAILED = Boolean(process.env.NIGHTLY);

/** Patterns of builds that take long, and of tests that do not depend on the database. */
const ONLY_NIGHTLY = {
  units: [
    'shell/(packages/kit/pack/pack|platform/release/key-rotation|tooling/commands/package|tooling/commands/package-bytes|tooling/generate/generated-code)\\.test',
  ],
  mariaDb: [
    'api/src/(roles/(fuzz|security|secret-rotation)|http/http|emails/development-mails|platform/tracing/tracing|features/(accounts/(busy-hashing|plain-forms|passkeys)|telemetry/.*))\\.test',
    'api/testing/faults/fault-run\\.test',
  ],
  // These tests start servers of their own.
  sqlite: ['api/src/recovery/mariadb-drill\\.test'],
};

/** @returns options of Jest that leave files to the nightly run. */
function leave(patterns: readonly string[]): readonly string[] {
  return process.env.NIGHTLY ? [] : patterns.flatMap((pattern) => ['--testPathIgnorePatterns', pattern]);
}

/** The nightly workflow runs the whole bench, with a package and a rolling deploy. */
const CLUSTER = '--only= --operations 60 --purchases 30 --buyers 1 --seed 1'.split(' ');

/** Tests that choose their databases themselves run once, alongside the tests on SQLite. */
const DRILLS = ['--testPathIgnorePatterns', 'api/src/recovery/'];

/** The test that needs the statements that the other tests have recorded. */
const PLANS = 'api/testing/indexes\\.test';
const WITHOUT_PLANS = ['--testPathIgnorePatterns', PLANS];

const API = ['--selectProjects', 'api'];
/** Tests that open no database are left out, because they have run on SQLite. */
const ON_DATABASE = ['--findRelatedTests', 'api/testing/database.ts'];

/** Tests of what depends on the engine: tables, transactions, locks, outages and log-ins. */
const ON_MYSQL = [
  'api/src/database/(migrate|schema|transaction)',
  'api/src/roles/outage',
  'features/accounts/log-in',
  'features/orders/(purchase|concurrent-payments)',
];

/** The longest come first; `types` before `journeys`, because both compile the API into one folder. */
const steps: readonly Step[] = [
  tool('types', compiler('-b', '--pretty')),
  {
    name: 'units',
    run: (write) =>
      jest('units', write, ['--testPathIgnorePatterns', '/api/(?!contract)', ...leave(ONLY_NIGHTLY.units)]),
  },
  {
    name: 'journeys',
    needs: { find: findChromium, what: 'journeys' },
    async run(write, chromium) {
      const [{ code, output }] = await Promise.all([
        runTool(sourceScript('shell/tooling/commands/build.ts'), write, TEST_STORE),
        buildApi((text) => write(`${text}\n`)),
      ]);
      if (code !== 0) return outcomeOfTool('journeys', code, output);
      const chosen = process.env.JOURNEYS?.split(' ') ?? [];
      const files = chosen.map((spec) => `shell/tooling/e2e/${spec}.spec.ts`);
      return playwright('journeys', 'shell/tooling/e2e/playwright.config.ts', chromium, write, files);
    },
  },
  {
    name: 'gallery',
    nightly: true,
    needs: { find: findChromium, what: 'gallery' },
    run: (write, chromium) =>
      playwright('gallery', 'shell/tooling/gallery/playwright.config.ts', chromium, write),
  },
  {
    name: 'api-sqlite',
    run: (write) => jest('api-sqlite', write, [...API, ...WITHOUT_PLANS, ...leave(ONLY_NIGHTLY.sqlite)]),
  },
  {
    name: 'api-mariadb',
    needs: { find: findMariaDbServer, what: 'API on MariaDB' },
    async run(write) {
      const RECORD_STATEMENTS = path.join(results, 'statements.jsonl');
      await rm(RECORD_STATEMENTS, { force: true });
      const onMariaDb = await jest(
        'api-mariadb',
        write,
        [...API, ...ON_DATABASE, ...leave(ONLY_NIGHTLY.mariaDb), ...DRILLS, ...WITHOUT_PLANS],
        sourceScript('api/testing/with-mariadb.ts', process.execPath),
        process.env.NIGHTLY ? { RECORD_STATEMENTS } : {},
      );
      if (!process.env.NIGHTLY) return onMariaDb;
      return together(onMariaDb, await jest('plans', write, [...API, '--testPathPatterns', PLANS]));
    },
  },
  {
    name: 'api-mysql',
    needs: { find: findMySqlServer, what: 'API on MySQL' },
    run: (write, mysqld) =>
      jest(
        'api-mysql',
        write,
        [
          ...API,
          ...(process.env.NIGHTLY
            ? ON_DATABASE
            : ON_MYSQL.flatMap((pattern) => ['--testPathPatterns', pattern])),
          ...DRILLS,
          ...WITHOUT_PLANS,
        ],
        sourceScript('api/testing/with-mysql.ts', mysqld, process.execPath),
      ),
  },
  {
    ...tool('cluster', sourceScript('shell/tooling/bench/cluster.ts', ...CLUSTER)),
    needs: { find: findClusterPrograms, what: 'a cluster during chaos' },
  },
  {
    // The seed differs each night.
    ...tool('release-chaos', sourceScript('shell/tooling/bench/release-chaos.ts', '--operations', '2000')),
    nightly: true,
  },
  {
    ...tool('alerts', sourceScript('shell/tooling/testing/alerts/raise-all.ts'), TEST_STORE),
    nightly: true,
    needs: { find: findMariaDbServer, what: 'alerts by real faults' },
  },
  {
    name: 'browsers',
    nightly: true,
    needs: { find: findBrowsers, what: 'journeys in Firefox and WebKit' },
    run: (write) => playwright('browsers', 'shell/tooling/e2e/browsers/playwright.config.ts', '', write),
  },
  // The rules of imports, which oxlint lacks.
  tool('lint', [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.']),
  tool('typed-lint', [bin('oxlint/bin/oxlint'), '.']),
  tool('unused', [bin('knip/bin/knip.js'), '--no-progress']),
  tool('format', [bin('oxfmt/bin/oxfmt'), '--check']),
];

main(async () => {
  const wanted = process.argv.slice(2);
  const chosen = steps.filter(({ name, nightly }) =>
    wanted.length === 0 ? !nightly || process.env.NIGHTLY : wanted.includes(name),
  );
  await mkdir(results, { recursive: true });
  const runsSuites = chosen.some(({ name }) => /^(?:units|journeys|gallery|alerts|api-.+)$/.test(name));
  const uninstallable = runsSuites ? provideTestPrograms(log) : new Map<string, string>();
  const started = Date.now();
  const jobs = chosen.map(({ name, needs, run }) => {
    const found = needs?.find(log);
    return async (write: Write) => {
      write(`\n── ${name}\n`);
      const begun = Date.now();
      if (needs && found && 'missing' in found) {
        const line = `SKIPPED: ${needs.what}: ${found.missing}.`;
        write(`\n!!! ${line}\n`);
        const skips = [{ file: name, reason: found.missing }];
        return { name, line, outcome: { passed: 0, failed: 0, skipped: 1, failures: [], skips } };
      }
      const outcome = await run(write, found && 'path' in found ? found.path : '');
      const seconds = ((Date.now() - begun) / 1000).toFixed(0);
      return { name, line: `${name.padEnd(12)} ${counts(outcome)} (${seconds} s)`, outcome };
    };
  });
  const ended = await runJobs(jobs, width, (text) => void process.stdout.write(text));

  log(`\n${ended.map(({ line }) => line).join('\n')}`);
  log(`${((Date.now() - started) / 1000).toFixed(0)} s in all`);
  const details = (message: string) => message.replace(/^/gm, '    ');
  for (const { name: step, outcome } of ended) {
    for (const { name, message } of outcome.flaky ?? []) {
      log(
        `\nFLAKY in ${step}: ${name}: passed on its second run; the first failed with\n${details(message)}`,
      );
    }
    for (const { name, message } of outcome.failures) {
      log(`\nFAILED in ${step}: ${name}\n${details(message)}`);
    }
  }
  const skips = ended.flatMap(({ outcome }) => outcome.skips.map((skip) => explainSkip(skip, uninstallable)));
  for (const { file, reason } of skips) log(`SKIPPED: ${file}: ${reason}`);
  const avoidable = skips.filter((skip) => process.env.CI === 'true' && skip.avoidable);
  for (const { file } of avoidable) {
    log(`FAILED: CI skips ${file}; add what it needs to shell/packages/node/programs.ts, which installs it`);
  }
  const sum = (kind: 'passed' | 'failed' | 'skipped') =>
    ended.reduce((before, { outcome }) => before + outcome[kind], 0);
  const total = { passed: sum('passed'), failed: sum('failed') + avoidable.length, skipped: sum('skipped') };
  // Continuous integration reads the last line.
  log(`${total.failed > 0 ? '\n' : ''}${counts(total)}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});

function counts({ passed, failed, skipped }: Pick<Outcome, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** A step that runs a tool whose exit code is its result. */
function tool(name: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Step {
  return {
    name,
    async run(write) {
      const { code, output } = await runTool(args, write, environment);
      return outcomeOfTool(name, code, output);
    },
  };
}

/** @param wrapper a script that runs Jest's command line. */
async function jest(
  name: string,
  write: Write,
  args: readonly string[],
  wrapper: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const file = await reportFile(name);
  const run = async (chosen: readonly string[]) => {
    const { code, output } = await runTool(
      [...wrapper, bin('jest/bin/jest.js'), ...chosen, ...options],
      write,
      environment,
    );
    const report = await readReport(file, jestReport);
    return report ? outcomeOfJest(report, code, root, output) : outcomeOfTool(name, code || 1, output);
  };
  const options = [
    `--maxWorkers=${workers}`,
    // Workers are replaced, because every test file leaves about 25 MB behind in its process.
    '--workerIdleMemoryLimit=512MB',
    '--json',
    `--outputFile=${file}`,
    '--silent',
  ];
  const first = await run(args);
  const files = filesToRepeat(first);
  if (REPORTS_FLAKY_AS_FAILED || files.length === 0) return first;
  write(`Repeating ${files.join(', ')}\n`);
  await reportFile(name);
  return afterRepetition(first, await run(['--runTestsByPath', ...files]));
}

/** @param files the tests to run; all without any. */
async function playwright(
  name: string,
  config: string,
  chromium: string,
  write: Write,
  files: readonly string[] = [],
): Promise<Outcome> {
  const file = await reportFile(name);
  const retries = REPORTS_FLAKY_AS_FAILED ? '0' : '1';
  const { code, output } = await runTool(
    [bin('@playwright/test/cli.js'), 'test', ...files, '--config', config, '--retries', retries],
    write,
    {
      ...TEST_STORE,
      CHROMIUM_PATH: chromium,
      JOURNEYS_REPORT: file,
      JOURNEYS_WORKERS: process.env.JOURNEYS_WORKERS ?? '2',
    },
  );
  const report = await readReport(file, playwrightReport);
  return report ? outcomeOfPlaywright(report, code) : outcomeOfTool(name, code || 1, output);
}

/** The file of a step's report, without the report of an earlier run. */
async function reportFile(step: string): Promise<string> {
  const file = path.join(results, `${step}.json`);
  await rm(file, { force: true });
  return file;
}

/** @returns `undefined` when the tool ended before it wrote its report. */
async function readReport<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}

function runTool(args: readonly string[], write: Write, environment: NodeJS.ProcessEnv = {}) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  return streamNode(args, write, { ...process.env, ...colours, ...environment });
}
