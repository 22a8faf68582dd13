import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../packages/node/folders';
import { projectFiles } from '../testing/project-files';
import { affectedChecks, TESTS_OF_DOCUMENTS } from './affected-checks';

const checks = (...files: string[]) => affectedChecks(files, files);

test('a change of a page runs its related tests and the journeys', () => {
  const file = 'mfe-shop/src/features/basket/basket-page.tsx';
  expect(checks(file)).toMatchObject({
    steps: ['types', 'journeys'],
    code: [file],
  });
});

test('a change in one remote runs its own journeys and the main ones, and no others', () => {
  const { journeys = [] } = checks('mfe-shop/src/features/basket/basket-page.tsx');
  expect(journeys).toEqual(['buy-and-watch', 'served-versions', 'shop']);
  const missing = journeys.filter(
    (name) => !existsSync(path.join(root, `shell/tooling/e2e/${name}.spec.ts`)),
  );
  expect(missing).toEqual([]);
});

test('a changed journey runs alone, even when another remote has changed', () => {
  expect(checks('shell/tooling/e2e/ops.spec.ts').journeys).toEqual(['ops']);
  const two = checks('shell/tooling/e2e/ops.spec.ts', 'mfe-learning/src/remote.tsx').journeys;
  expect(two).toEqual(expect.arrayContaining(['learning', 'ops']));
});

test.each(['shell/src/router/app.tsx', 'api/content/books.ts', 'shell/tooling/e2e/support/page.ts'])(
  'a change of %s runs all journeys',
  (file) => {
    const { steps, journeys } = checks(file, 'mfe-shop/src/remote.tsx');
    expect([steps, journeys]).toEqual([['types', 'journeys'], undefined]);
  },
);

test('a change of tests, stories or texts runs no journey', () => {
  expect(checks('mfe-shop/src/features/basket/basket.test.tsx', 'mfe-shop/README.md').steps).toEqual([
    'types',
  ]);
});

test.each([['shell/docs/contributing.md'], ['README.md'], ['shell/packages/ui/CHANGELOG.md']])(
  'a change of %s alone runs the tests of documents',
  (file) => {
    expect(checks(file)).toEqual({ steps: [], code: [], tested: TESTS_OF_DOCUMENTS });
    expect(affectedChecks([file], []).tested).toEqual(TESTS_OF_DOCUMENTS);
  },
);

test('a change of a document and of code runs the tests of both', () => {
  const file = 'shell/platform/release/explain.ts';
  expect(checks('shell/docs/releasing.md', file).tested).toEqual([file, ...TESTS_OF_DOCUMENTS]);
  expect(checks(file).tested).toEqual([file]);
});

test('every test of `npm test` that reads a document is one of the tests of documents', () => {
  const reads = /'[A-Za-z0-9_./-]+\.md'|\/(?:operating-guide|order-states-page|reference)'/;
  const readers = projectFiles().filter(
    (file) => file.endsWith('.test.ts') && reads.test(readFileSync(path.join(root, file), 'utf8')),
  );
  // These need minutes and run elsewhere, and this one reads none.
  const others = /\/(?:installation\/faults|generated-code|package|affected-checks)\.test\.ts$/;
  expect(readers.filter((file) => !others.test(file)).sort()).toEqual([...TESTS_OF_DOCUMENTS].sort());
});

test('a change of tables runs the API on MariaDB as well', () => {
  expect(checks('api/src/database/retry.ts').steps).toEqual(['types', 'api-mariadb', 'journeys']);
});

test('deleted files are compiled against, and not linted', () => {
  expect(affectedChecks(['shell/packages/node/old.ts'], [])).toEqual({
    steps: ['types'],
    code: [],
    tested: [],
  });
});

test.each([
  'package-lock.json',
  'mfe-shop/package.json',
  'tsconfig.json',
  'eslint.config.mjs',
  '.oxlintrc.json',
  'api/jest.config.cjs',
])('a change of %s runs everything', (file) => expect(checks(file).steps).toBe('all'));
