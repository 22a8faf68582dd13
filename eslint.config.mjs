import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const react =
  'Import the router from @isa/contract/router, which the shell shares as the only router of the page.';
const inside =
  'A remote uses the shell only through @isa/contract and @isa/ui. Add what is missing to the contract.';
const hostOnly =
  'Only the shell runs pages and creates stores. Import from @isa/contract; what it lacks belongs there.';
const sideways =
  'Remotes never import each other. Link with `paths`, or move shared code into @isa/contract or @isa/ui.';
const upwards = '@isa/ui and @isa/contract import neither the shell nor a remote.';
const zod = 'Schemas add 90 KB of zod to the browser. Import types and rules from @isa/api-contract.';

/** Forbids imports and names the better way. */
const forbid = (...groups) => ({
  'no-restricted-imports': ['error', { patterns: groups.map(([group, message]) => ({ group, message })) }],
});

/** The shell's folders, from the top down: a folder imports from the rows below it only (README, "The tree"). */
const SHELL_LAYERS = [
  ['e2e', 'bench'],
  ['commands'],
  ['hosting'],
  ['ops', 'generate'],
  ['catalogue'],
  ['release'],
  ['compose'],
  ['server'],
  ['store'],
  ['src'],
  ['formats'],
  ['webpack'],
  ['ui'],
  ['contract'],
  ['tools'],
];

/** The API's folders, in the same order. */
const API_LAYERS = [
  ['bench'],
  ['testing'],
  ['src/roles'],
  ['src/recovery', 'src/office'],
  ['paypal-sandbox', 'src/features/openapi', 'src/features/metrics', 'src/features/health'],
  ['src/features/learning'],
  ['src/features/orders'],
  ['src/features/accounts'],
  ['src/features/catalogue', 'src/features/enquiries', 'src/features/telemetry'],
  ['src/emails'],
  ['src/http'],
  ['src/database'],
  ['src/platform'],
  ['content'],
  ['contract'],
];

/** The folders of the browser shell, in the same order. */
const SRC_LAYERS = [
  ['prerender'],
  ['router'],
  ['accounts'],
  ['layout'],
  ['prefetch', 'telemetry', 'development'],
  ['remotes'],
  ['session', 'basket', 'api'],
  ['browser'],
];

/** One zone for each folder: it may import neither from a higher row nor from another folder of its own row. */
const zonesOf = (parent, layers) =>
  layers
    .flatMap((row, index) =>
      row.map((folder) => {
        const allowed = layers.slice(index + 1).flat();
        return {
          target: `./${parent}/${folder}`,
          from: layers
            .slice(0, index + 1)
            .flat()
            .filter((other) => other !== folder)
            .map((other) => `./${parent}/${other}`),
          message: `${parent}/${folder} may import from ${allowed.length > 0 ? allowed.join(', ') : 'no other folder'}. Move what is shared into one of these.`,
        };
      }),
    )
    .filter(({ from }) => from.length > 0);

/** One zone for each feature of a remote, and one for what its features share. */
const featureZonesOf = (remote) => [
  {
    target: `./mfe-${remote}/src/shared`,
    from: `./mfe-${remote}/src/features`,
    message: 'What features share does not depend on a feature. Move the imported code into shared/.',
  },
  {
    target: ['features', 'shared'].map((folder) => `./mfe-${remote}/src/${folder}`),
    from: `./mfe-${remote}/src/testing`,
    message: 'Fixtures are for tests only. Move what production code needs out of testing/.',
  },
  ...readdirSync(`${import.meta.dirname}/mfe-${remote}/src/features`).map((feature) => ({
    target: `./mfe-${remote}/src/features/${feature}`,
    from: `./mfe-${remote}/src/features`,
    except: [`./${feature}`],
    message: 'A feature imports no other feature. Move what both use into shared/.',
  })),
];

/** Texts that are addresses of pages. */
const ADDRESS =
  '/^\\u002f(isa-|my-|contact$|checkout$|payment-|login|register$|forgot-|reset|account$|verify-email|Home$|online-courses)/';

const remotes = readdirSync(import.meta.dirname)
  .filter((folder) => folder.startsWith('mfe-'))
  .map((folder) => folder.slice('mfe-'.length));

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/.cache/',
      '**/.data/',
      '**/node_modules/',
      'test-results/',
      'playwright-report/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      // The complete run sets one program for all packages, which is faster there; an editor loads only a file's own.
      parserOptions: process.env.LINT_PROGRAM
        ? { project: process.env.LINT_PROGRAM, tsconfigRootDir: import.meta.dirname }
        : { projectService: true },
    },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // A fake often fulfils an asynchronous promise at once.
      '@typescript-eslint/require-await': 'off',
      // Throwing redirects and "not found" is how React Router's loaders answer.
      '@typescript-eslint/only-throw-error': 'off',
      // The rule sees Koa's and the loaders' methods as unbound although they never use `this`.
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['{shell,mfe-*}/**/*.tsx', '{shell,mfe-*}/src/**/*.ts'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ['**/*.{cjs,mjs,js}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'module',
          'require',
          'process',
          'console',
          '__dirname',
          'URL',
          'Request',
          'Response',
          'setTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['shell/{commands,release,ops,bench,generate,tools}/**', 'api/{bench,testing}/**'],
    rules: { 'no-console': 'off' },
  },

  {
    files: ['shell/e2e/**'],
    // Playwright reads from a fixture's first parameter what it needs, which may be nothing.
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },

  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
          conditionNames: ['source', 'types', 'import', 'require', 'default'],
        }),
      ],
    },
  },
  {
    // Imports go one way. Tests and their fixtures may use every folder.
    files: ['{shell,api}/**/*.{ts,tsx}'],
    ignores: ['**/*.{test,spec,stories}.{ts,tsx}', '**/testing/**', 'shell/generate/template/**'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            ...zonesOf('shell', SHELL_LAYERS),
            ...zonesOf('shell/src', SRC_LAYERS),
            ...zonesOf('api', API_LAYERS),
            {
              target: [
                './shell/!(e2e|bench|catalogue)/**/*',
                './api/!(bench)/**/*',
                './mfe-*/src/!(standalone.tsx)',
              ],
              from: ['./{shell,api}/{,**/}testing/**'],
              message: 'Fixtures are for tests only. Move what production code needs out of testing/.',
            },
          ],
        },
      ],
    },
  },

  // The dependencies between packages.
  ...remotes.map((name) => ({
    files: [`mfe-${name}/src/**`],
    rules: forbid(
      [['react-router-dom', 'react-router'], react],
      [['@isa/shell', '@isa/shell/*', '**/shell/src/**'], inside],
      [['@isa/contract/host'], hostOnly],
      [
        remotes
          .filter((other) => other !== name)
          .flatMap((other) => [`@isa/mfe-${other}`, `**/mfe-${other}/**`]),
        sideways,
      ],
      [['@isa/api-contract/schemas', '@isa/api-contract/security-events', 'zod'], zod],
    ),
  })),
  {
    files: ['shell/{contract,ui}/src/**'],
    rules: forbid(
      [['@isa/shell', '@isa/mfe-*', '**/shell/src/**', '**/mfe-*/**'], upwards],
      [['@isa/api-contract/schemas', '@isa/api-contract/security-events', 'zod'], zod],
    ),
  },
  {
    files: ['shell/src/**'],
    rules: forbid(
      [['@isa/mfe-*', '**/mfe-*/**'], 'The shell loads remotes at run time from the registry.'],
      [['@isa/api-contract/schemas', '@isa/api-contract/security-events', 'zod'], zod],
    ),
  },
  {
    files: ['api/**'],
    rules: forbid([
      ['@isa/contract', '@isa/ui', '@isa/shell', '@isa/mfe-*', '**/shell/**', '**/mfe-*/**'],
      'The API does not depend on the front end; shared code belongs in @isa/api-contract.',
    ]),
  },

  {
    files: ['mfe-*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.{test,stories}.{ts,tsx}', '**/testing/**'],
    rules: { 'import-x/no-restricted-paths': ['error', { zones: remotes.flatMap(featureZonesOf) }] },
  },
  {
    files: ['{shell,api,mfe-*}/**/*.{ts,tsx}'],
    ignores: [
      '**/*.{test,spec}.{ts,tsx}',
      '**/testing/**',
      'shell/{e2e,bench}/**',
      'api/bench/**',
      'api/contract/src/paths.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[`Literal[value=${ADDRESS}]`, `TemplateElement[value.raw=${ADDRESS}]`].map((selector) => ({
          selector,
          message: 'Take the address of a page from `paths` of @isa/api-contract.',
        })),
      ],
    },
  },
);
