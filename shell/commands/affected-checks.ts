/** What a change can break. */
export interface AffectedChecks {
  /** Whole steps of `npm test`, or `all` of them. */
  readonly steps: readonly string[] | 'all';
  /** Files to lint and to compare with their format. */
  readonly lint: readonly string[];
  readonly format: readonly string[];
  /** Files whose related unit and API tests run. */
  readonly units: readonly string[];
}

/** Matches packages and configuration of the tools themselves. */
const AFFECTS_ALL =
  /^(?:package(?:-lock)?\.json|\.npmrc|\.ci\/|(?:.*\/)?(?:package|tsconfig[^/]*)\.json|eslint\.config\.mjs|\.oxlintrc\.json|(?:.*\/)?jest\.[^/]*cjs)/;
const CODE = /\.(?:tsx?|mjs|cjs)$/;
/** Matches what a page in a browser is made of, or is served by. */
const IN_BROWSER =
  /^(?:mfe-[^/]+|api\/(?:src|contract|content|paypal-sandbox)|shell\/(?:src|ui|contract|formats|store|compose|server|kit|release|e2e|public))\//;
const TABLES = /^api\/src\/database\//;

/** @param changed the changed files, relative to the project's root; `existing` are those that were not deleted. */
export function affectedChecks(changed: readonly string[], existing: readonly string[]): AffectedChecks {
  if (changed.some((file) => AFFECTS_ALL.test(file)))
    return { steps: 'all', lint: [], format: [], units: [] };
  const code = existing.filter((file) => CODE.test(file));
  const inBrowser = changed.some(
    (file) => IN_BROWSER.test(file) && !/\.(?:test|stories)\.tsx?$|\.md$/.test(file),
  );
  return {
    steps: [
      ...(changed.some((file) => CODE.test(file)) ? ['types'] : []),
      ...(changed.some((file) => TABLES.test(file)) ? ['api-mariadb'] : []),
      ...(inBrowser ? ['journeys'] : []),
    ],
    lint: code,
    format: existing,
    units: code,
  };
}
