import { forbid, sharedRules, remoteImports, ZOD } from './shell/packages/kit/lint.mjs';
import project from './package.json' with { type: 'json' };
import oldWords from './shell/packages/node/old-words.json' with { type: 'json' };

const upwards = '@isa/ui and @isa/contract import neither the shell nor a remote.';

/** The shell's folders, from the top down: a folder imports from the rows below it only (shell/docs/architecture.md). */
const SHELL_LAYERS = [
  ['tooling/e2e', 'tooling/bench'],
  ['tooling/testing'],
  ['tooling/commands'],
  ['platform/hosting'],
  ['platform/ops', 'tooling/generate'],
  ['tooling/gallery'],
  ['platform/release'],
  ['platform/prerender'],
  ['platform/server'],
  ['platform/store'],
  ['packages/kit/develop'],
  ['packages/kit/pack'],
  ['src'],
  ['packages/kit/webpack'],
  ['packages/kit/testing', 'packages/kit/refresh'],
  ['platform/formats'],
  ['packages/ui'],
  ['packages/contract'],
  ['packages/node'],
];

/** The API's folders, in the same order. */
const API_LAYERS = [
  ['testing'],
  ['src/roles'],
  ['src/recovery', 'src/office'],
  ['paypal-sandbox', 'src/features/openapi', 'src/features/metrics', 'src/features/health'],
  ['src/features/learning'],
  ['src/features/orders'],
  ['src/features/accounts'],
  ['src/features/catalogue', 'src/features/enquiries', 'src/features/telemetry'],
  ['src/emails'],
  ['src/staff-pages'],
  ['src/http'],
  ['src/database'],
  ['src/platform'],
  ['content'],
  ['contract'],
];

/** The files of the API's features that are part of `@isa/api-contract`. */
const CALL_FILES = ['calls.ts', 'schema.ts', 'passkey-schema.ts'];

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
          // The addresses and schemas of calls stand alongside their handlers.
          ...(folder === 'contract' && { except: CALL_FILES.map((file) => `./${file}`) }),
          message: `${parent}/${folder} may import from ${allowed.length > 0 ? allowed.join(', ') : 'no other folder'}. Move what is shared into one of these.`,
        };
      }),
    )
    .filter(({ from }) => from.length > 0);

/** Texts that are addresses of pages. */
const ADDRESS =
  '/^\\u002f(isa-|my-|contact$|checkout$|payment-|login|register$|forgot-|reset|account$|verify-email|Home$|online-courses)/';

const pageAddresses = [`Literal[value=${ADDRESS}]`, `TemplateElement[value.raw=${ADDRESS}]`].map(
  (selector) => ({
    selector,
    message: 'Take the address of a page from @isa/api-contract/paths.',
  }),
);

/** Statements that write rows of orders, whose state only one function may change. */
const orderWrites = [
  "CallExpression[callee.name=/^writeRow$/] > Identifier[name='Orders']",
  "CallExpression[callee.property.name=/^(update|insert|save|upsert|into|delete|remove)$/] > Identifier[name='Orders']",
  "MemberExpression[property.name=/^(update|insert|save|upsert|delete|remove)$/] > CallExpression[callee.property.name='getRepository'] > Identifier[name='Orders']",
  'Literal[value=/(UPDATE|INSERT INTO) .?orders\\b/i]',
  'TemplateElement[value.raw=/(UPDATE|INSERT INTO) .?orders\\b/i]',
].map((selector) => ({
  selector,
  message: 'Change orders by transition() or writeOrder(), so that their states follow order-states.ts.',
}));

const remoteFolders = Object.values(project.isa.apps).filter((folder) => folder !== 'shell');

/** Rejects words that have given way to those of the glossary, in names, comments and messages. */
const words = {
  create: (context) => ({
    Program() {
      const { sourceCode } = context;
      for (const { old, use, pattern } of oldWords) {
        for (const match of sourceCode.text.matchAll(new RegExp(pattern, 'g'))) {
          const start = sourceCode.getLocFromIndex(match.index);
          const end = sourceCode.getLocFromIndex(match.index + match[0].length);
          const message = `Use "${use}" instead of "${old}" (shell/docs/glossary.md).`;
          context.report({ loc: { start, end }, message });
        }
      }
    },
  }),
};

const API_ALONE = [
  ['@isa/contract', '@isa/ui', '@isa/shell', '@isa/mfe-*', '**/shell/**', '**/mfe-*/**'],
  'The API does not depend on the front end; shared code belongs in @isa/api-contract.',
];

/** The rules that oxlint lacks; `.oxlintrc.json` has the others. */
export default [
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    plugins: { glossary: { rules: { words } } },
    rules: { 'glossary/words': 'error' },
  },
  ...sharedRules(),
  {
    // Imports go one way. Tests and their fixtures may use every folder; shell/tooling/testing also has what benches run.
    files: ['{shell,api}/**/*.{ts,tsx}'],
    ignores: [
      ...['**/testing/**', '!shell/tooling/testing/**'],
      ...['**/*.{test,spec,stories}.{ts,tsx}', 'shell/tooling/generate/template/**'],
    ],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            ...zonesOf('shell', SHELL_LAYERS),
            ...zonesOf('shell/src', SRC_LAYERS),
            {
              target: ['./shell/src', './shell/packages/ui', './shell/packages/contract'],
              // One is types alone; the other's function is one that browsers can run.
              from: './shell/packages/{node,kit}/**/!(shared-packages|user-error).*',
              message: 'Browsers run this. Only programs of Node use shell/packages/node and the kit.',
            },
            ...zonesOf('api', API_LAYERS),
            {
              target: [
                './shell/{src,packages,platform}/**/*',
                './shell/tooling/!(e2e|bench|gallery|testing)/**/*',
                './api/**/*',
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
  ...remoteFolders.flatMap((folder) =>
    remoteImports(
      folder,
      remoteFolders.filter((other) => other !== folder),
    ),
  ),
  {
    files: ['shell/packages/{contract,ui}/src/**'],
    rules: forbid([['@isa/shell', '@isa/mfe-*', '**/shell/src/**', '**/mfe-*/**'], upwards], ZOD),
  },
  {
    files: ['shell/src/**'],
    rules: forbid(
      [['@isa/mfe-*', '**/mfe-*/**'], 'The shell loads remotes at run time from the registry.'],
      ZOD,
    ),
  },
  {
    files: ['api/**'],
    rules: forbid(API_ALONE),
  },
  {
    files: ['api/src/**'],
    ignores: ['**/*.test.ts'],
    rules: forbid(API_ALONE, [
      ['schema', 'passkey-schema', 'calls'].flatMap((name) => [`./${name}`, `../**/${name}`]),
      'The contract compiles schemas and calls, so the compiled API has no such file: import from @isa/api-contract.',
    ]),
  },
  {
    files: CALL_FILES.map((file) => `api/src/features/**/${file}`),
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!(?:zod|@isa/api-contract/(?:base|fields)|\\./(?:passkey-)?schema)$)',
              message:
                'Browsers and remotes get this file, and the contract’s index exports its types: import the base, its fields and schemas only.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['api/src/features/**/calls.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '.', allowTypeImports: true, message: ZOD[1] },
            {
              regex: '^@isa/api-contract$',
              message: 'The contract’s index exports these calls: import the base.',
            },
          ],
        },
      ],
    },
  },

  {
    files: ['{shell,api,mfe-*}/**/*.{ts,tsx}'],
    ignores: [
      '**/*.{test,spec}.{ts,tsx}',
      '**/testing/**',
      'shell/tooling/{e2e,bench}/**',
      'api/contract/src/paths/**',
    ],
    rules: {
      'no-restricted-syntax': ['error', ...pageAddresses],
    },
  },
  {
    files: ['api/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**', 'api/src/features/orders/transition.ts'],
    rules: { 'no-restricted-syntax': ['error', ...pageAddresses, ...orderWrites] },
  },
];
