import { affectedChecks } from './affected-checks';

const checks = (...files: string[]) => affectedChecks(files, files);

test('a change of a page runs its related tests and the journeys', () => {
  const file = 'mfe-shop/src/features/basket/basket-page.tsx';
  expect(checks(file)).toEqual({ steps: ['types', 'journeys'], lint: [file], format: [file], units: [file] });
});

test('a change of tests, stories or texts runs no journey', () => {
  expect(checks('mfe-shop/src/features/basket/basket.test.tsx', 'mfe-shop/README.md').steps).toEqual([
    'types',
  ]);
  expect(checks('shell/docs/testing.md')).toEqual({
    ...{ steps: [], lint: [], units: [] },
    format: ['shell/docs/testing.md'],
  });
});

test('a change of tables runs the API on MariaDB as well', () => {
  expect(checks('api/src/database/retry.ts').steps).toEqual(['types', 'api-mariadb', 'journeys']);
});

test('deleted files are compiled against, and not linted', () => {
  expect(affectedChecks(['shell/tools/old.ts'], [])).toEqual({
    steps: ['types'],
    lint: [],
    format: [],
    units: [],
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
