import { MAIN_JOURNEYS, ownJourneys } from '../../platform/release/checks/journeys';

interface AffectedChecks {
  /** Whole steps of `npm test`, or `all` of them. */
  readonly steps: readonly string[] | 'all';
  /** Files to lint. */
  readonly code: readonly string[];
  /** Files whose related unit and API tests run. */
  readonly tested: readonly string[];
  /** The names of the journeys to run in the step of that name, which otherwise runs all. */
  readonly journeys?: readonly string[];
}

/** Matches packages and configuration of the tools themselves. */
const AFFECTS_ALL =
  /^(?:package(?:-lock)?\.json|\.npmrc|\.ci\/|(?:.*\/)?(?:package|tsconfig[^/]*)\.json|eslint\.config\.mjs|\.ox(?:lint|fmt)rc\.json|(?:.*\/)?jest\.[^/]*cjs)/;
const CODE = /\.(?:tsx?|mjs|cjs)$/;
/** Matches what a page in a browser is made of, or is served by. */
const IN_BROWSER =
  /^(?:mfe-[^/]+|api\/(?:src|contract|content|paypal-sandbox)|shell\/(?:src|public|packages\/(?:contract|kit|ui)|platform\/(?:formats|store|prerender|server|release)|tooling\/e2e))\//;
/** The tests that read documents, which therefore nothing imports. */
export const TESTS_OF_DOCUMENTS = [
  'api/src/features/orders/order-states.test.ts',
  'shell/packages/kit/pack/site-environment.test.ts',
  'shell/platform/hosting/monitoring/monitoring.test.ts',
  'shell/platform/hosting/nginx.test.ts',
  'shell/platform/release/security-log.test.ts',
  'shell/tooling/generate/project-files.test.ts',
  'shell/tooling/generate/reference/reference.test.ts',
  'shell/tooling/testing/docs.test.ts',
  'shell/tooling/testing/hosting-commands.test.ts',
  'shell/tooling/testing/upgrade-library.test.ts',
];
const TABLES = /^api\/src\/database\//;

/** @param changed the changed files, relative to the project's root; `existing` are those that were not deleted. */
export function affectedChecks(changed: readonly string[], existing: readonly string[]): AffectedChecks {
  if (changed.some((file) => AFFECTS_ALL.test(file))) return { steps: 'all', code: [], tested: [] };
  const code = existing.filter((file) => CODE.test(file));
  const inBrowser = changed.filter(
    (file) => IN_BROWSER.test(file) && !/\.(?:test|stories)\.tsx?$|\.md$/.test(file),
  );
  const journeys = inBrowser.map(journeysFor);
  return {
    steps: [
      ...(changed.some((file) => CODE.test(file)) ? ['types'] : []),
      ...(changed.some((file) => TABLES.test(file)) ? ['api-mariadb'] : []),
      ...(inBrowser.length > 0 ? ['journeys'] : []),
    ],
    ...(inBrowser.length > 0 &&
      !journeys.includes('all') && { journeys: [...new Set(journeys.flat())].sort() }),
    code,
    tested: changed.some((file) => file.endsWith('.md')) ? [...code, ...TESTS_OF_DOCUMENTS] : code,
  };
}

/** The journeys that a file which reaches browsers can break. */
function journeysFor(file: string): readonly string[] | 'all' {
  const [, remote] = /^mfe-([^/]+)\//.exec(file) ?? [];
  if (remote !== undefined) return [...MAIN_JOURNEYS, ...ownJourneys(remote)];
  const [, spec] = /^shell\/tooling\/e2e\/([^/]+)\.spec\.ts$/.exec(file) ?? [];
  return spec === undefined ? 'all' : [spec];
}
