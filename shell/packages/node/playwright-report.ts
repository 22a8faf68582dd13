import { z } from 'zod';

const error = z.object({ message: z.string().optional(), value: z.string().optional() });

const suite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      tests: z.array(
        z.object({
          status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
          annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).optional(),
          results: z.array(z.object({ errors: z.array(error) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(suite).optional();
  },
});

/** The fields of Playwright's JSON report that are read here: https://playwright.dev/docs/api/class-testcase */
export const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  /** Errors outside of tests, for example at the start of the site. */
  errors: z.array(error),
  suites: z.array(suite),
});

export type PlaywrightReport = z.infer<typeof playwrightReport>;

export interface PlaywrightTest {
  readonly file: string;
  readonly line: number;
  readonly titles: readonly string[];
  readonly statuses: readonly ('expected' | 'unexpected' | 'flaky' | 'skipped')[];
  readonly errors: readonly string[];
  /** Why the test was skipped, where its source says so. */
  readonly reasons: readonly string[];
}

export function testsIn({ suites }: PlaywrightReport): readonly PlaywrightTest[] {
  return suites.flatMap((file) => testsInSuite(file, []));
}

function testsInSuite(
  { specs, suites = [] }: z.infer<typeof suite>,
  above: readonly string[],
): PlaywrightTest[] {
  const own = specs.map(({ title, file, line, tests }) => ({
    file,
    line,
    titles: [...above, title],
    statuses: tests.map(({ status }) => status),
    errors: tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map(textOf))),
    reasons: tests.flatMap(({ annotations = [] }) =>
      annotations.flatMap(({ type, description }) => (type === 'skip' && description ? [description] : [])),
    ),
  }));
  return [...own, ...suites.flatMap((inner) => testsInSuite(inner, [...above, inner.title]))];
}

export function textOf({ message, value }: z.infer<typeof error>): string {
  return message ?? value ?? '';
}
