import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { type PlaywrightReport, testsIn, textOf } from '../../packages/node/playwright-report';

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  /** Tests that failed first and passed on a retry: they count as passed, but their race has to be fixed. */
  readonly flaky?: readonly TestFailure[];
  readonly skips: readonly Skip[];
}

export interface Skip {
  readonly file: string;
  readonly reason: string;
}

export interface TestFailure {
  readonly name: string;
  readonly message: string;
}

/** The number of lines of a failure's message that the summary repeats. */
const LINES = 12;

export function together(first: Outcome, second: Outcome): Outcome {
  return {
    passed: first.passed + second.passed,
    failed: first.failed + second.failed,
    skipped: first.skipped + second.skipped,
    failures: [...first.failures, ...second.failures],
    flaky: [...(first.flaky ?? []), ...(second.flaky ?? [])],
    skips: [...first.skips, ...second.skips],
  };
}

/** The fields of Jest's `--json` that are read here: https://jestjs.io/docs/configuration#testresultsprocessor-string */
export const jestReport = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const NO_REASON = 'its source does not say why';

/** @param code other than 0 is a failure. @param output has the reasons of skipped files. */
export function outcomeOfJest(
  report: z.infer<typeof jestReport>,
  code: number,
  root: string,
  output = '',
): Outcome {
  const reasons = new Map(
    [...output.matchAll(/^SKIPPED: (\S+): (.+)$/gm)].map(([, file = '', reason = '']) => [file, reason]),
  );
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A suite that does not load has no failed test, but must not count as passed, so its message is one.
    if (status === 'failed' && failed.length === 0) return [{ name: file, message: shorten(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file} › ${fullName}`,
      message: shorten((failureMessages ?? []).join('\n')),
    }));
  });
  return {
    passed: report.numPassedTests,
    failed: Math.max(failures.length, code === 0 ? 0 : 1),
    skipped: report.numPendingTests,
    failures,
    skips: report.testResults
      .filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'pending'))
      .map(({ name }) => {
        const file = name.replace(`${root}/`, '');
        return { file, reason: reasons.get(file) ?? NO_REASON };
      }),
  };
}

/** The most files that are repeated; more failing files are not explained by a race. */
const MAX_REPEATED = 3;

/** The test files to run once more: those of the failures, unless they are many or one is outside of a file. */
export function filesToRepeat({ failures, failed }: Outcome): readonly string[] {
  const files = [...new Set(failures.map(({ name }) => name.split(' › ')[0] ?? ''))];
  const isExplained = failed === failures.length && files.every((file) => /\.test\.tsx?$/.test(file));
  return isExplained && files.length <= MAX_REPEATED ? files : [];
}

/** The outcome of a run whose failing files were run once more: what passes then was flaky. */
export function mergeRepeatedRun(first: Outcome, repeated: Outcome): Outcome {
  const stillFails = new Set(repeated.failures.map(({ name }) => name));
  const flaky = first.failures.filter(({ name }) => !stillFails.has(name));
  const { failed, failures } = repeated;
  return { ...first, passed: first.passed + flaky.length, failed, failures, flaky };
}

/** @param code the exit code: when it is not 0, the step has failed, whatever the report contains. */
export function outcomeOfPlaywright(report: PlaywrightReport, code: number): Outcome {
  const { stats, errors } = report;
  const outside = errors.map((error) => ({ name: 'outside of a test', message: shorten(textOf(error)) }));
  const testsThat = (status: 'unexpected' | 'flaky') =>
    testsIn(report)
      .filter(({ statuses }) => statuses.includes(status))
      .map((test) => ({
        name: `${test.file}:${test.line} › ${test.titles.join(' › ')}`,
        message: shorten(test.errors.join('\n')),
      }));
  const skipped = new Map(
    testsIn(report)
      .filter(({ statuses }) => statuses.includes('skipped'))
      .map(({ file, reasons }) => [file, reasons[0] ?? NO_REASON]),
  );
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, code === 0 ? 0 : 1),
    skipped: stats.skipped,
    failures: [...outside, ...testsThat('unexpected')],
    flaky: testsThat('flaky'),
    skips: [...skipped].map(([file, reason]) => ({ file, reason })),
  };
}

/** The outcome of a tool without a report: its exit code and the end of its output. */
export function outcomeOfTool(name: string, code: number, output: string): Outcome {
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [], skips: [] };
  const message = stripVTControlCharacters(output).trim().split('\n').slice(-LINES).join('\n');
  return { passed: 0, failed: 1, skipped: 0, failures: [{ name, message }], skips: [] };
}

/**
 * Adds why a missing program could not be installed.
 * @param uninstallable the programs, with the reasons.
 * @returns also whether the file could have been tested.
 */
export function explainSkip({ file, reason }: Skip, uninstallable: ReadonlyMap<string, string>) {
  const [, program] = /^no (\S+) on this machine$/.exec(reason) ?? [];
  const failure = program && uninstallable.get(program);
  return {
    file,
    reason: failure ? `${reason} (${failure})` : reason,
    avoidable: program !== undefined && !failure,
  };
}

/** @returns the first lines of a message, without colours; the stack comes at the end. */
function shorten(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [...lines.slice(0, LINES), ...(lines.length > LINES ? ['…'] : [])].join('\n');
}
