import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { dataFolder } from '../tools/locations';
import { root } from '../tools/folders';
import { buildApi, buildSite } from './build';
import { main } from '../tools/processes';
import { type Say, sideBySide } from '../tools/side-by-side';
import {
  type JestReport,
  type Outcome,
  outcomeOfJest,
  outcomeOfPlaywright,
  outcomeOfTool,
  type PlaywrightReport,
} from './test-reports';
import { type Found, findChromium, findMariaDbServer } from '../tools/programs';

interface Step {
  readonly name: string;
  /** What has to be on the machine, and for what; without it the step is skipped, loudly. */
  readonly needs?: { readonly find: (tell: Say) => Found; readonly what: string };
  /** Takes the whole machine. */
  readonly alone?: boolean;
  /** @param tool what it needs. */
  run(say: Say, tool: string): Promise<Outcome>;
}

const tell = (line: string) => void process.stdout.write(`${line}\n`);
const bin = (name: string) => path.join(root, 'node_modules', name);
const results = path.join(dataFolder, 'test-results');
const tsx = ['--conditions=source', '--import', 'tsx'];
/** Most steps keep one core busy. */
const lanes = Math.min(2, availableParallelism());

/** By name, so that `npm test -- units` runs one of them. */
const steps: readonly Step[] = [
  tool('lint', [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.']),
  tool('format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']),
  tool('types', [bin('typescript-native/bin/tsc'), '-b', '--pretty']),
  { name: 'units', run: (say) => jest('units', ['--testPathIgnorePatterns', '/api/(?!contract)'], [], say) },
  { name: 'api-sqlite', run: (say) => jest('api-sqlite', ['--selectProjects', 'api'], [], say) },
  {
    name: 'api-mariadb',
    needs: { find: findMariaDbServer, what: 'API on MariaDB' },
    run: (say) =>
      jest(
        'api-mariadb',
        ['--selectProjects', 'api'],
        [...tsx, 'api/testing/with-mariadb.ts', process.execPath],
        say,
      ),
  },
  {
    name: 'journeys',
    needs: { find: findChromium, what: 'journeys' },
    alone: true,
    run: (say, chromium) => journeys(chromium, say),
  },
];

main(async () => {
  const wanted = process.argv.slice(2);
  const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  await mkdir(results, { recursive: true });
  const started = Date.now();
  const jobs = chosen.map(({ name, needs, alone = false, run }) => {
    const found = needs?.find(tell);
    return {
      alone,
      async run(say: Say) {
        say(`\n── ${name}\n`);
        const begun = Date.now();
        if (needs && found && 'missing' in found) {
          const line = `SKIPPED: ${needs.what}: ${found.missing}.`;
          say(`\n!!! ${line}\n`);
          return { name, line, outcome: { passed: 0, failed: 0, skipped: 1, failures: [] } };
        }
        const outcome = await run(say, found && 'path' in found ? found.path : '');
        const seconds = ((Date.now() - begun) / 1000).toFixed(0);
        return { name, line: `${name.padEnd(12)} ${counts(outcome)} (${seconds} s)`, outcome };
      },
    };
  });
  const ended = await sideBySide(jobs, lanes, (text) => void process.stdout.write(text));

  tell(`\n${ended.map(({ line }) => line).join('\n')}`);
  tell(`${((Date.now() - started) / 1000).toFixed(0)} s in all`);
  for (const { name: step, outcome } of ended) {
    for (const { name, message } of outcome.failures) {
      tell(`\nFAILED in ${step}: ${name}\n${message.replace(/^/gm, '    ')}`);
    }
  }
  const sum = (kind: 'passed' | 'failed' | 'skipped') =>
    ended.reduce((before, { outcome }) => before + outcome[kind], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  // The last line is the one that continuous integration reads.
  tell(`${total.failed > 0 ? '\n' : ''}${counts(total)}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});

function counts({ passed, failed, skipped }: Pick<Outcome, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** One tool whose exit code is its verdict. */
function tool(name: string, args: readonly string[]): Step {
  return {
    name,
    async run(say) {
      const { code, output } = await run(args, say);
      return outcomeOfTool(name, code, output);
    },
  };
}

/** @param before a wrapper that jest's own command line is handed to. */
async function jest(
  name: string,
  args: readonly string[],
  before: readonly string[],
  say: Say,
): Promise<Outcome> {
  const file = path.join(results, `${name}.json`);
  await rm(file, { force: true });
  const workers = Math.max(1, Math.floor(availableParallelism() / lanes));
  const { code, output } = await run(
    [
      ...before,
      bin('jest/bin/jest.js'),
      ...args,
      `--maxWorkers=${workers}`,
      '--json',
      `--outputFile=${file}`,
      '--silent',
    ],
    say,
  );
  const report = await reported<JestReport>(file);
  return report ? outcomeOfJest(report, code, root) : outcomeOfTool(name, code || 1, output);
}

async function journeys(chromium: string, say: Say): Promise<Outcome> {
  const line = (text: string) => say(`${text}\n`);
  await Promise.all([buildApi(line), buildSite(line)]);
  const file = path.join(results, 'journeys.json');
  await rm(file, { force: true });
  const { code, output } = await run(
    [bin('@playwright/test/cli.js'), 'test', '--config', 'shell/e2e/playwright.config.ts'],
    say,
    {
      CHROMIUM_PATH: chromium,
      JOURNEYS_REPORT: file,
      JOURNEYS_WORKERS: process.env.JOURNEYS_WORKERS ?? String(lanes),
    },
  );
  const report = await reported<PlaywrightReport>(file);
  return report ? outcomeOfPlaywright(report, code) : outcomeOfTool('journeys', code || 1, output);
}

/** @returns `undefined` when the tool ended before it could write its report. */
async function reported<Report>(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Report);
}

/** @returns the exit code, and everything that was said. */
function run(
  args: readonly string[],
  say: Say,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly output: string }> {
  const colours: Readonly<Record<string, string>> = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...colours, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Nothing goes on working for a run that has been given up.
  const end = () => void child.kill();
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      say(text);
    });
  }
  return new Promise((resolve) => {
    const finish = (code: number | null) => {
      process.off('exit', end);
      resolve({ code: code ?? 1, output });
    };
    child.once('close', finish);
    // Whoever was left behind and holds the output open is not waited for.
    child.once('exit', (code) => setTimeout(finish, 2_000, code).unref());
  });
}
