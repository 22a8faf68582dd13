// The lint rules of remotes, and what the project's own configuration takes from them.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import js from '@eslint/js';
import baseline from 'eslint-plugin-baseline-js';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { apiCalls } from './lint-api-calls.mjs';
import { translatedText } from './lint-translated-text.mjs';

/** Forbids imports and names the better way. */
export const forbid = (...groups) => ({
  'no-restricted-imports': ['error', { patterns: groups.map(([group, message]) => ({ group, message })) }],
});

export const ZOD = [
  ['@isa/api-contract/fields', '@isa/api-contract/schemas', '@isa/api-contract/security-events', 'zod'],
  'Schemas add 90 KB of zod to the browser. Import types and rules from @isa/api-contract.',
];

/** The newest year whose features all supported browsers have (https://web.dev/baseline); package.json names it, too. */
const BASELINE_YEAR = 2023;

/** What oxlint cannot check, for the project and for remotes in repositories of their own. */
export const sharedRules = () => [
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
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser },
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
    files: ['**/src/**/*.{ts,tsx}', 'api/contract/src/**/*.ts'],
    ignores: ['**/*.{test,spec,stories}.{ts,tsx}', '**/testing/**', 'api/src/**'],
    plugins: { baseline },
    rules: {
      'baseline/use-baseline': [
        'error',
        {
          available: BASELINE_YEAR,
          includeWebApis: { preset: 'auto' },
          includeJsBuiltins: { preset: 'auto' },
        },
      ],
    },
  },
  {
    // The pages of operators and staff are rendered on the server alone.
    files: ['**/src/**/*.tsx'],
    ignores: ['**/*.{test,spec,stories}.tsx', '**/testing/**', 'api/**'],
    plugins: { isa: { rules: { 'translated-text': translatedText } } },
    rules: { 'isa/translated-text': 'error' },
  },
];

/** The rules for the code of a remote in a repository of its own. The project checks them with oxlint. */
const codeRules = (folder) => [
  js.configs.recommended,
  ...tseslint.config({
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: folder } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Tests may have async functions without `await`, because a fake often fulfils a promise at once.
      '@typescript-eslint/require-await': 'off',
      // Loaders throw redirects and "not found", because React Router expects it.
      '@typescript-eslint/only-throw-error': 'off',
      // The rule is off, because it sees Koa's and the loaders' methods as unbound although they never use
      // `this`.
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  }),
  // Tests lack the rules of hooks, which compile each component and take as long as all others together.
  ...tseslint.config({
    files: ['**/*.tsx', 'src/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**'],
    extends: [reactHooks.configs.flat.recommended],
  }),
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
];

const featureZones = (folder) => [
  {
    target: `${folder}/src/shared`,
    from: `${folder}/src/features`,
    message: 'What features share does not depend on a feature. Move the imported code into shared/.',
  },
  {
    target: ['features', 'shared'].map((one) => `${folder}/src/${one}`),
    from: `${folder}/src/testing`,
    message: 'Fixtures are for tests only. Move what production code needs out of testing/.',
  },
  ...readdirSync(path.join(folder, 'src/features')).map((feature) => ({
    target: `${folder}/src/features/${feature}`,
    from: `${folder}/src/features`,
    except: [`./${feature}`],
    message: 'A feature imports no other feature. Move what both use into shared/.',
  })),
];

/**
 * The imports of a remote.
 * @param folder relative to the project's: `mfe-shop`, or `.`.
 * @param others the folders of the project's other remotes.
 */
export const remoteImports = (folder, others = []) => {
  const below = folder === '.' ? '' : `${folder}/`;
  return [
    {
      files: [`${below}src/**`],
      rules: forbid(
        [
          ['react-router-dom', 'react-router'],
          'Import the router from @isa/contract/router, which the shell shares as the only router of the page.',
        ],
        [
          ['@isa/shell', '@isa/shell/*', '**/shell/src/**'],
          'A remote uses the shell only through @isa/contract and @isa/ui. Add what is missing to the contract.',
        ],
        [
          ['@isa/contract/host'],
          'Only the shell runs pages and creates stores. Import from @isa/contract; what it lacks belongs there.',
        ],
        ...(others.length > 0
          ? [
              [
                others.flatMap((other) => [`@isa/${other}`, `**/${other}/**`]),
                'Remotes never import each other. Link with `paths`, or move shared code into @isa/contract or @isa/ui.',
              ],
            ]
          : []),
        ZOD,
      ),
    },
    {
      files: [`${below}src/**/*.{ts,tsx}`],
      ignores: ['**/*.{test,stories}.{ts,tsx}', '**/testing/**'],
      plugins: { remote: { rules: { 'api-calls': apiCalls } } },
      rules: {
        'import-x/no-restricted-paths': ['error', { zones: featureZones(folder) }],
        'remote/api-calls': 'error',
      },
    },
  ];
};

export const remote = (folder) => [...sharedRules(), ...codeRules(folder), ...remoteImports('.')];
