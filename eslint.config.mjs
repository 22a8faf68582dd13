import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const react =
  'Import the router from @isa/contract/router: the shell shares that façade as the one router of the page.';
const inside =
  'A remote knows the shell only through @isa/contract and @isa/ui; what it needs beyond that belongs into the contract.';
const sideways =
  'Remotes never import each other; link with `paths` or move what is shared into @isa/contract or @isa/ui.';
const upwards = 'Dependencies point one way: ui and contract know neither the shell nor a remote.';
const zod =
  'Schemas bring 90 KB of zod into the browser; import types and rules from @isa/api-contract itself.';

/** Forbids imports and names the better way. */
const forbid = (...groups) => ({
  'no-restricted-imports': ['error', { patterns: groups.map(([group, message]) => ({ group, message })) }],
});

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
    languageOptions: { parserOptions: { projectService: true } },
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
        ['module', 'require', 'process', 'console', '__dirname', 'URL', 'setTimeout'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
  {
    files: ['shell/{commands,release,bench,generate,nginx}/**', 'api/{bench,testing}/**'],
    rules: { 'no-console': 'off' },
  },

  {
    files: ['shell/e2e/**'],
    // Playwright reads from a fixture's first parameter what it needs, which may be nothing.
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },

  // The one-way dependencies of the house.
  ...remotes.map((name) => ({
    files: [`mfe-${name}/src/**`],
    rules: forbid(
      [['react-router-dom', 'react-router'], react],
      [['@isa/shell', '@isa/shell/*', '**/shell/src/**'], inside],
      [
        remotes
          .filter((other) => other !== name)
          .flatMap((other) => [`@isa/mfe-${other}`, `**/mfe-${other}/**`]),
        sideways,
      ],
      [['@isa/api-contract/schemas', 'zod'], zod],
    ),
  })),
  {
    files: ['shell/{contract,ui}/src/**'],
    rules: forbid(
      [['@isa/shell', '@isa/mfe-*', '**/shell/src/**', '**/mfe-*/**'], upwards],
      [['@isa/api-contract/schemas', 'zod'], zod],
    ),
  },
  {
    files: ['shell/src/**'],
    rules: forbid(
      [['@isa/mfe-*', '**/mfe-*/**'], 'The shell finds remotes at run time, through the registry.'],
      [['@isa/api-contract/schemas', 'zod'], zod],
    ),
  },
  {
    files: ['api/**'],
    rules: forbid([
      ['@isa/contract', '@isa/ui', '@isa/shell', '@isa/mfe-*', '**/shell/**', '**/mfe-*/**'],
      'The API knows no page; what both sides share lives in @isa/api-contract.',
    ]),
  },
);
