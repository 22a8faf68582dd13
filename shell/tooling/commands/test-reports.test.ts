import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { testFolder } from '../../../api/testing/test-folder';
import { root } from '../../packages/node/folders';
import { playwrightReport } from '../../packages/node/playwright-report';
import {
  mergeRepeatedRun,
  explainSkip,
  filesToRepeat,
  jestReport,
  outcomeOfJest,
  outcomeOfPlaywright,
  outcomeOfTool,
} from './test-reports';

let folder: string;
beforeEach(async () => {
  folder = testFolder();
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
});

/** Runs a test tool on some files. @returns its report and its exit code. */
async function report<Report>(
  schema: z.ZodType<Report>,
  files: Readonly<Record<string, string>>,
  [program = '', ...args]: readonly string[],
): Promise<[Report, number]> {
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)));
  const code = await new Promise<number>((resolve) =>
    execFile(
      process.execPath,
      [path.join(root, 'node_modules', program), ...args],
      // The environment lacks the variables that Jest sets for its workers.
      { cwd: folder, env: { PATH: process.env.PATH, FORCE_COLOR: '1' } },
      (error) => resolve(error ? 1 : 0),
    ),
  );
  return [schema.parse(JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8'))), code];
}

const byJest = (files: Readonly<Record<string, string>>) =>
  report(jestReport, { 'package.json': '{ "jest": {} }', ...files }, [
    'jest/bin/jest.js',
    '--json',
    '--outputFile=report.json',
    '--silent',
  ]);

const byPlaywright = (files: Readonly<Record<string, string>>) =>
  report(
    playwrightReport,
    {
      'playwright.config.ts': `export default { reporter: [['json', { outputFile: 'report.json' }]], globalSetup: './start.ts' }`,
      'start.ts': 'export default () => undefined;',
      ...files,
    },
    ['@playwright/test/cli.js', 'test'],
  );

describe('outcomeOfJest', () => {
  it('lists each failed test and each suite that does not load', async () => {
    const [found, code] = await byJest({
      'sums.test.js': `
        describe('sums', () => {
          test('add up', () => expect(1 + 1).toBe(3));
          test('are numbers', () => undefined);
          test.skip('are pretty', () => undefined);
        });`,
      'proxy.test.js': `describe.skip('a proxy', () => test('forwards', () => undefined));`,
      'torn.test.js': `require('./nowhere');`,
    });
    const output = 'Tests run.\nSKIPPED: proxy.test.js: no nginx on this machine\n';
    const { failures, skips, ...counts } = outcomeOfJest(found, code, folder, output);
    expect(counts).toEqual({ passed: 1, failed: 2, skipped: 2 });
    expect([...skips].sort((one, other) => one.file.localeCompare(other.file))).toEqual([
      { file: 'proxy.test.js', reason: 'no nginx on this machine' },
      { file: 'sums.test.js', reason: 'its source does not say why' },
    ]);
    expect([...failures].sort((one, other) => one.name.localeCompare(other.name))).toEqual([
      // FORCE_COLOR adds colours, which are removed.
      { name: 'sums.test.js › sums add up', message: expect.stringContaining('Expected: 3\n') as string },
      { name: 'torn.test.js', message: expect.stringContaining("Cannot find module './nowhere'") as string },
    ]);
  });

  it('fails when the exit code is not 0, whatever the report contains', () => {
    const passing = {
      numPassedTests: 1,
      numPendingTests: 0,
      testResults: [],
    };
    expect(outcomeOfJest(passing, 0, folder).failed).toBe(0);
    expect(outcomeOfJest(passing, 1, folder).failed).toBe(1);
  });
});

describe('the repetition of failed files', () => {
  const failure = (name: string) => ({ name, message: 'Expected 1, received 2' });
  const outcome = (passed: number, ...names: readonly string[]) => ({
    ...{ passed, failed: names.length, skipped: 0, skips: [] },
    failures: names.map(failure),
  });

  it('concerns each failed file once', () => {
    const failed = outcome(9, 'api/a.test.ts › adds', 'api/a.test.ts › removes', 'api/b.test.ts');
    expect(filesToRepeat(failed)).toEqual(['api/a.test.ts', 'api/b.test.ts']);
  });

  it('concerns none when many fail, or something outside of the files', () => {
    expect(
      filesToRepeat(outcome(9, ...['a', 'b', 'c', 'd'].map((name) => `${name}.test.ts › adds`))),
    ).toEqual([]);
    expect(filesToRepeat({ ...outcome(9), failed: 1 })).toEqual([]);
    expect(filesToRepeat(outcome(0, 'units'))).toEqual([]);
    expect(filesToRepeat(outcome(9))).toEqual([]);
  });

  it('counts what passes then as flaky, and what fails again as failed', () => {
    const first = outcome(9, 'a.test.ts › adds', 'a.test.ts › removes');
    expect(mergeRepeatedRun(first, outcome(4, 'a.test.ts › removes'))).toEqual({
      ...outcome(10, 'a.test.ts › removes'),
      flaky: [failure('a.test.ts › adds')],
    });
    expect(mergeRepeatedRun(first, outcome(5))).toMatchObject({ passed: 11, failed: 0, failures: [] });
  });
});

describe('outcomeOfPlaywright', () => {
  const head = `import { expect, test } from '@playwright/test';\n`;

  it('lists each failed test, and apart from them those that pass on a retry', async () => {
    const [found, code] = await byPlaywright({
      'dice.spec.ts': `${head}test.describe.configure({ retries: 1 });
        test('shows a six', ({}, { retry }) => expect(retry).toBe(1));`,
      'walk.spec.ts': `${head}test.describe('a run', () => {
        test('is short', () => expect(5).toBe(4));
        test('is pleasant', () => undefined);
        test.skip('is dry', () => undefined);
      });`,
      'proxy.spec.ts': `${head}test.describe('a proxy', () => {
        test.skip(true, 'no nginx on this machine');
        test('forwards', () => undefined);
      });`,
    });
    const { failures, flaky, skips, ...counts } = outcomeOfPlaywright(found, code);
    expect(counts).toEqual({ passed: 2, failed: 1, skipped: 2 });
    expect(skips).toEqual([
      { file: 'proxy.spec.ts', reason: 'no nginx on this machine' },
      { file: 'walk.spec.ts', reason: 'its source does not say why' },
    ]);
    expect(flaky).toEqual([
      { name: 'dice.spec.ts:3 › shows a six', message: expect.stringContaining('Expected: 1\n') as string },
    ]);
    expect(failures).toEqual([
      {
        name: 'walk.spec.ts:3 › a run › is short',
        message: expect.stringContaining('Expected: 4\n') as string,
      },
    ]);
  });

  it('contains the error of a setup that failed', async () => {
    const [found, code] = await byPlaywright({
      'start.ts': `export default () => { throw new Error('the port is taken'); };`,
      'walk.spec.ts': `${head}test('is short', () => undefined);`,
    });
    const { failed, failures } = outcomeOfPlaywright(found, code);
    expect(failed).toBe(1);
    expect(failures[0]?.message).toContain('the port is taken');
  });
});

describe('explainSkip', () => {
  const skip = { file: 'proxy.test.js', reason: 'no nginx on this machine' };

  it('says why a program could not be installed without counting it as a failed test', () => {
    expect(explainSkip(skip, new Map([['nginx', 'installing packages needs root']]))).toEqual({
      file: 'proxy.test.js',
      reason: 'no nginx on this machine (installing packages needs root)',
      avoidable: false,
    });
  });

  it('reports a skip as avoidable when nothing has tried to install the program', () => {
    expect(explainSkip(skip, new Map()).avoidable).toBe(true);
  });

  it.each(['its source does not say why', 'no Chromium on this machine (the system has no apt-get)'])(
    'accepts the reason "%s"',
    (reason) => {
      expect(explainSkip({ ...skip, reason }, new Map())).toEqual({ ...skip, reason, avoidable: false });
    },
  );
});

describe('outcomeOfTool', () => {
  it('contains the end of the output of a failed tool', () => {
    const output = Array.from({ length: 40 }, (_, at) => `\u001b[31mline ${at}\u001b[39m`).join('\n');
    const { failed, failures } = outcomeOfTool('lint', 2, output);
    expect(failed).toBe(1);
    expect(failures[0]?.message).toMatch(/^line 28\n[^]*line 39$/);
  });

  it('ignores the output of a tool that passed', () => {
    expect(outcomeOfTool('lint', 0, 'all is well')).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
      failures: [],
      skips: [],
    });
  });
});
