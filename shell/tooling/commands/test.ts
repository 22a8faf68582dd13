import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { buildApi } from '../../platform/release/build-api';
import { root } from '../../packages/node/folders';
import { compiler, sourceScript, streamNode } from '../../packages/node/node';
import { playwrightReport } from '../../packages/node/playwright-report';
import { freePortRange, main, printLine as log } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';
import { withoutSite } from '../../packages/kit/pack/site-environment';
import {
  findBrowsers,
  findChromium,
  findClusterPrograms,
  findMachinePrograms,
  findMariaDbServer,
  findMySqlServer,
  type Found,
  provideTestPrograms,
} from '../../packages/node/programs';
import { runJobs, type Write } from '../../packages/node/run-jobs';
import { readCommandLine } from './command-line.mjs';
import {
  mergeRepeatedRun,
  explainSkip,
  filesToRepeat,
  jestReport,
  type Outcome,
  outcomeOfJest,
  outcomeOfPlaywright,
  outcomeOfTool,
  together,
} from './test-reports';
import { isOnlyInAll, ONLY_IN_ALL } from './test-selection';

interface Step {
  readonly name: string;
  /** Whether the step belongs to `npm test -- all` only. */
  readonly onlyInAll?: boolean;
  /** Whether the step runs only when it is named. */
  readonly onlyByName?: boolean;
  /** A program that the step needs, and for what; without the program the step is skipped with a warning. */
  readonly needs?: { readonly find: (log: (line: string) => void) => Found; readonly what: string };
  /** @param program the path of the program that the step needs. */
  run(write: Write, program: string): Promise<Outcome>;
}

const bin = (name: string) => path.join(root, 'node_modules', name);
/** The folder of this checkout, and not `DATA_FOLDER`, which belongs to a site that may be in use. */
const data = path.join(root, '.data');
const results = path.join(data, 'test-results');
const width = 2;
/** How many workers a step of Jest has. Two steps have twice as many as cores, because tests wait half of their time. */
const workers = availableParallelism();

/** The word after `npm test --` for everything; without it runs what every change needs. */
const ALL = 'all';
const wanted = readCommandLine('test').positionals;
const isAll = wanted.includes(ALL);

/**
 * What the tests get from the environment: nothing that configures a site on this machine, and the choices of the person who
 * runs them.
 */
const CHOICES =
  /^(?:JOURNEYS\w*|BROWSERS_\w+|GALLERY_\w+|ALERTS|FAULT_\w+|REFUNDS|ORDER_WALKS|EXPLAIN_ROWS|TEST_DATABASE_URL|PAYPAL_CONTRACT_\w+)$/;
const environment: NodeJS.ProcessEnv = {
  ...withoutSite(process.env),
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => CHOICES.test(name))),
  ...(isAll && { TEST_ALL: '1' }),
};
/** The store of sites that tests start: that of `npm start` keeps its releases and its registry. */
const TEST_STORE = { STORE_FOLDER: path.join(data, 'test-store') };

/** @returns options of Jest that leave files to `npm test -- all`. */
function leave(files: Readonly<Record<string, string>>): readonly string[] {
  return isAll ? [] : Object.keys(files).flatMap((pattern) => ['--testPathIgnorePatterns', pattern]);
}

/** The nightly workflow runs the whole bench, with a package and a rolling deploy. */
const CLUSTER = '--only= --operations 60 --purchases 30 --buyers 1 --seed 1 --untimed'.split(' ');

/** Tests that choose their databases themselves run once, alongside the tests on SQLite. */
const DRILLS = ['--testPathIgnorePatterns', 'api/src/recovery/'];

/** The test that needs the statements that the other tests have recorded. */
const PLANS = 'api/testing/indexes\\.test';
const WITHOUT_PLANS = ['--testPathIgnorePatterns', PLANS];

const API = ['--selectProjects', 'api'];
/** Tests that open no database are left out, because they have run on SQLite. */
const ON_DATABASE = ['--findRelatedTests', 'api/testing/database.ts'];

/** What depends on the engine: tables, transactions, locks, leases, retention, searches, logins and payments. */
const ON_SERVERS = [
  'api/src/database/(migrate|schema|transaction|claim-due|retention|causal-read)',
  'api/src/office/(orders/orders|people/customers|bookkeeping/bookkeeping)',
  'features/accounts/log-in',
  'features/orders/(purchase|concurrent-payments)',
  ...(isAll ? ['api/src/roles/outage'] : []),
].flatMap((pattern) => ['--testPathPatterns', pattern]);

const JOURNEYS = 'shell/tooling/e2e';
const JOURNEY_WORKERS = 2;
/** The ports of the journeys' sites in Chromium and, at the end, of the site for other engines. */
const JOURNEYS_PORTS = 120;
const ENGINE_PORTS = 10;

/** Tests with a step of their own. This replaces the patterns in the configuration of Jest. */
const UNITS_OF_OTHERS = '/api/(?!contract)|/testing/installation/';

/** The longest come first; `types` before `journeys`, because both compile the API into one folder. */
const steps: readonly Step[] = [
  tool('types', compiler('-b', '--pretty')),
  {
    name: 'units',
    run: (write) =>
      jest('units', write, ['--testPathIgnorePatterns', UNITS_OF_OTHERS, ...leave(ONLY_IN_ALL.units)]),
  },
  {
    name: 'journeys',
    needs: { find: findChromium, what: 'journeys' },
    async run(write, chromium) {
      // Playwright loads the compiled contract.
      await buildApi((text) => write(`${text}\n`));
      const specs = (await readdir(path.join(root, JOURNEYS))).filter((file) => file.endsWith('.spec.ts'));
      const files = (environment.JOURNEYS?.split(' ').map((name) => `${name}.spec.ts`) ?? specs)
        .map((file) => `${JOURNEYS}/${file}`)
        .filter((file) => isAll || environment.JOURNEYS || !isOnlyInAll('journeys', file));
      return playwright('journeys', `${JOURNEYS}/playwright.config.ts`, chromium, write, files);
    },
  },
  {
    name: 'gallery',
    onlyInAll: true,
    needs: { find: findChromium, what: 'gallery' },
    run: (write, chromium) =>
      playwright('gallery', 'shell/tooling/gallery/playwright.config.ts', chromium, write),
  },
  {
    name: 'api',
    run: (write) => jest('api', write, [...API, ...WITHOUT_PLANS, ...leave(ONLY_IN_ALL.api)]),
  },
  {
    name: 'api-mariadb',
    needs: { find: findMariaDbServer, what: 'API on MariaDB' },
    async run(write) {
      const wrapper = sourceScript('api/testing/with-mariadb.ts', process.execPath);
      if (!isAll) return jest('api-mariadb', write, [...API, ...ON_SERVERS], wrapper);
      const RECORD_STATEMENTS = path.join(results, 'statements.jsonl');
      await rm(RECORD_STATEMENTS, { force: true });
      const args = [...API, ...ON_DATABASE, ...DRILLS, ...WITHOUT_PLANS];
      const onMariaDb = await jest('api-mariadb', write, args, wrapper, { RECORD_STATEMENTS });
      return together(
        onMariaDb,
        await jest('plans', write, [...API, '--testPathPatterns', PLANS], [], { RECORD_STATEMENTS }),
      );
    },
  },
  {
    name: 'api-mysql',
    onlyInAll: true,
    needs: { find: findMySqlServer, what: 'API on MySQL' },
    run: (write, mysqld) =>
      jest(
        'api-mysql',
        write,
        [...API, ...ON_SERVERS],
        sourceScript('api/testing/with-mysql.ts', mysqld, process.execPath),
      ),
  },
  {
    ...tool('cluster', sourceScript('shell/tooling/bench/cluster.ts', ...CLUSTER)),
    onlyInAll: true,
    needs: { find: findClusterPrograms, what: 'a cluster during chaos' },
  },
  {
    // The seed differs each time. The nightly workflow runs 2,000 operations.
    ...tool(
      'release-chaos',
      sourceScript('shell/tooling/bench/release-chaos.ts', '--operations', '200', '--untimed'),
    ),
    onlyInAll: true,
  },
  {
    ...tool('alerts', sourceScript('shell/tooling/testing/alerts/raise-all.ts'), TEST_STORE),
    onlyByName: true,
    needs: { find: findMachinePrograms, what: 'alerts by real faults' },
  },
  {
    name: 'installation',
    onlyByName: true,
    run: (write) => jest('installation', write, ['--config', 'shell/jest.installation.config.cjs']),
  },
  {
    name: 'browsers',
    onlyInAll: true,
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
  const named = wanted.filter((name) => name !== ALL);
  const unknown = named.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new UserError(
      `No step is called ${unknown.join()}. Use ${ALL}, ${steps.map(({ name }) => name).join(', ')}.`,
    );
  }
  const chosen = steps.filter(({ name, onlyInAll, onlyByName }) =>
    named.length === 0 ? !onlyByName && (isAll || !onlyInAll) : named.includes(name),
  );
  environment.JOURNEYS_PORT ??= String(await freePortRange(JOURNEYS_PORTS));
  environment.BROWSERS_PORT ??= String(Number(environment.JOURNEYS_PORT) + JOURNEYS_PORTS - ENGINE_PORTS);
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
}, 1);

function counts({ passed, failed, skipped }: Pick<Outcome, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** A step that runs a tool whose exit code is its result. */
function tool(name: string, args: readonly string[], variables?: NodeJS.ProcessEnv): Step {
  return {
    name,
    async run(write) {
      const { code, output } = await runTool(args, write, variables);
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
  variables: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const file = await reportFile(name);
  const run = async (chosen: readonly string[]) => {
    const { code, output } = await runTool(
      [...wrapper, bin('jest/bin/jest.js'), ...chosen, ...options],
      write,
      variables,
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
  // With a configuration of its own a machine is set up, which takes minutes.
  const files = args.includes('--config') ? [] : filesToRepeat(first);
  if (isAll || files.length === 0) return first;
  write(`Repeating ${files.join(', ')}\n`);
  await reportFile(name);
  return mergeRepeatedRun(first, await run(['--runTestsByPath', ...files]));
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
  const retries = isAll ? '0' : '1';
  const { code, output } = await runTool(
    [bin('@playwright/test/cli.js'), 'test', ...files, '--config', config, '--retries', retries],
    write,
    {
      ...TEST_STORE,
      CHROMIUM_PATH: chromium,
      JOURNEYS_REPORT: file,
      JOURNEYS_WORKERS: environment.JOURNEYS_WORKERS ?? String(JOURNEY_WORKERS),
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

function runTool(args: readonly string[], write: Write, variables: NodeJS.ProcessEnv = {}) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  return streamNode(args, write, { ...environment, ...colours, ...variables });
}
