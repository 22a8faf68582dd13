import { stripVTControlCharacters } from 'node:util';

/** What one step of the tests has ended with. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** The lines of a failure's message that are told again at the very end. */
const LINES = 12;

/** The part of Jest's `--json` that is read here: https://jestjs.io/docs/configuration#testresultsprocessor-string */
export interface JestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** @param code the process' exit code: one that failed has failed, whatever its report says. */
export function outcomeOfJest(report: JestReport, code: number, root: string): Outcome {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A suite that does not even load has failed no test; it must not pass for one that has none.
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
  };
}

interface PlaywrightError {
  readonly message?: string;
  readonly value?: string;
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly errors: readonly PlaywrightError[] }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** The part of Playwright's JSON that is read here: https://playwright.dev/docs/api/class-testcase */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  /** What failed outside of a test: the start of the site, for example. */
  readonly errors: readonly PlaywrightError[];
  readonly suites: readonly PlaywrightSuite[];
}

/** @param code the process' exit code: one that failed has failed, whatever its report says. */
export function outcomeOfPlaywright({ stats, errors, suites }: PlaywrightReport, code: number): Outcome {
  const failures = suites.flatMap((suite) => failuresIn(suite));
  const outside = errors.map((error) => ({ name: 'outside of a test', message: textOf([error]) }));
  return {
    passed: stats.expected,
    // What passes only now and then has failed.
    failed: Math.max(stats.unexpected + stats.flaky, code === 0 ? 0 : 1),
    skipped: stats.skipped,
    failures: [...outside, ...failures],
  };
}

function failuresIn({ specs, suites = [] }: PlaywrightSuite, above = ''): readonly Failure[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        name: `${file}:${line} › ${above}${title}`,
        message: textOf(results.flatMap((result) => result.errors)),
      })),
  );
  return [...own, ...suites.flatMap((suite) => failuresIn(suite, `${above}${suite.title} › `))];
}

const textOf = (errors: readonly PlaywrightError[]) =>
  shorten(errors.map(({ message, value }) => message ?? value ?? '').join('\n'));

/** What is known of a tool that has no report: its verdict and its last words. */
export function outcomeOfTool(name: string, code: number, output: string): Outcome {
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  const words = stripVTControlCharacters(output).trim().split('\n').slice(-LINES).join('\n');
  return { passed: 0, failed: 1, skipped: 0, failures: [{ name, message: words }] };
}

/** The beginning of a message, without colours: where it happened comes after what happened. */
function shorten(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [...lines.slice(0, LINES), ...(lines.length > LINES ? ['…'] : [])].join('\n');
}
