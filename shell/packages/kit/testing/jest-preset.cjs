const path = require('node:path');

/** Transpiles TypeScript and JSX exactly as the builds do: types are checked elsewhere. */
const swc = [
  '@swc/jest',
  {
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  },
];

// The setting makes styled-components insert rule after rule, as in production: jsdom would parse a growing
// text again for each rule.
process.env.SC_DISABLE_SPEEDY = 'false';

const shared = {
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
  transform: { '\\.(ts|tsx|mjs|js)$': swc },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  modulePathIgnorePatterns: ['/dist/', '/\\.cache/', '/\\.data/'],
  clearMocks: true,
  restoreMocks: true,
};

/**
 * The project of front-end units: jsdom and Testing Library.
 * @param folder the absolute folder of the sources.
 */
exports.browserProject = (displayName, folder) => ({
  ...shared,
  displayName,
  rootDir: folder,
  roots: [folder],
  testMatch: ['**/*.test.{ts,tsx}'],
  testEnvironment: path.join(__dirname, 'browser-environment.cjs'),
  testEnvironmentOptions: { customExportConditions: ['source', 'browser', 'require', 'default'] },
  transformIgnorePatterns: ['/node_modules/(?!(swiper|@paypal|@isa)/)'],
  moduleNameMapper: {
    '\\.css$': path.join(__dirname, 'no-styles.cjs'),
    '^swiper/css': path.join(__dirname, 'no-styles.cjs'),
  },
  setupFilesAfterEnv: [path.join(__dirname, 'browser-setup.ts')],
});

/** The project of Node units and tests of the API. @param folder relative to the project's root. */
exports.nodeProject = (displayName, folder, extra = {}) => ({
  ...shared,
  displayName,
  rootDir: path.resolve(__dirname, '../../../..'),
  roots: [`<rootDir>/${folder}`],
  testMatch: ['**/*.test.ts'],
  testEnvironment: path.join(__dirname, 'node-environment.cjs'),
  runtime: path.join(__dirname, 'node-runtime.cjs'),
  ...extra,
});
