import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder } from '../release/store';
import { root } from '../webpack/folders';
import { buildApi, buildSite } from './build';
import { main } from './processes';
import { type Found, findChromium, findMariaDbServer } from './test-tools';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const tell = (line: string) => void process.stdout.write(`${line}\n`);
const bin = (name: string) => path.join(root, 'node_modules', name);
const results = path.join(dataFolder, 'test-results');
const tsx = ['--conditions=source', '--import', 'tsx'];

/** Steps by name, so that `npm test -- units` runs one of them. */
const steps: Readonly<Record<string, () => Promise<Counts>>> = {
  lint: () => check([bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.']),
  format: () => check([bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']),
  types: () => check([bin('typescript-native/bin/tsc'), '-b', '--pretty']),
  units: () => jest('units', ['--testPathIgnorePatterns', '/api/(?!contract)'], []),
  'api-sqlite': () => jest('api-sqlite', ['--selectProjects', 'api'], []),
  'api-mariadb': () =>
    needs(findMariaDbServer(tell), 'API on MariaDB', () =>
      jest(
        'api-mariadb',
        ['--selectProjects', 'api'],
        [...tsx, 'api/testing/with-mariadb.ts', process.execPath],
      ),
    ),
  journeys: () => needs(findChromium(tell), 'journeys', journeys),
};

main(async () => {
  const wanted = process.argv.slice(2);
  await mkdir(results, { recursive: true });
  const started = Date.now();
  for (const [name, run] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    tell(`\n── ${name}`);
    const begun = Date.now();
    const counts = await run();
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    const seconds = ((Date.now() - begun) / 1000).toFixed(0);
    lines.push(
      `${name.padEnd(12)} ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds} s)`,
    );
  }
  tell(`\n${lines.join('\n')}\n${((Date.now() - started) / 1000).toFixed(0)} s in all`);
  // The last line is the one that continuous integration reads.
  tell(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});

/** Runs one tool whose exit code is its verdict. */
async function check(args: readonly string[]): Promise<Counts> {
  const code = await run(args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** @param before a wrapper that jest's own command line is handed to. */
async function jest(name: string, args: readonly string[], before: readonly string[]): Promise<Counts> {
  const file = path.join(results, `${name}.json`);
  await rm(file, { force: true });
  const code = await run([
    ...before,
    bin('jest/bin/jest.js'),
    ...args,
    '--json',
    `--outputFile=${file}`,
    '--silent',
  ]);
  const report = JSON.parse(await readFile(file, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numFailedTestSuites: number;
  };
  // A suite that does not even load has failed no test; it must not pass for one that has none.
  const failed = Math.max(report.numFailedTests, report.numFailedTestSuites, code === 0 ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

async function journeys(chromium: string): Promise<Counts> {
  await Promise.all([buildApi(tell), buildSite(tell)]);
  const file = path.join(results, 'journeys.json');
  await rm(file, { force: true });
  const code = await run(
    [bin('@playwright/test/cli.js'), 'test', '--config', 'shell/e2e/playwright.config.ts'],
    { CHROMIUM_PATH: chromium, JOURNEYS_REPORT: file },
  );
  const { stats } = JSON.parse(await readFile(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, code === 0 ? 0 : 1),
    skipped: stats.skipped,
  };
}

/** Skips a suite loudly when its tool cannot be had. */
async function needs(tool: Found, what: string, body: (path: string) => Promise<Counts>): Promise<Counts> {
  if ('path' in tool) return body(tool.path);
  const line = `SKIPPED: ${what}: ${tool.missing}.`;
  lines.push(line);
  tell(`\n!!! ${line}\n`);
  return { passed: 0, failed: 0, skipped: 1 };
}

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
