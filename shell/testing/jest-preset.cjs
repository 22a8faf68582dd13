const path = require('node:path');

const root = path.resolve(__dirname, '../..');

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

const shared = {
  rootDir: root,
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
  transform: { '\\.(ts|tsx|mjs|js)$': swc },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  modulePathIgnorePatterns: ['/dist/', '/\\.cache/', '/\\.data/'],
  clearMocks: true,
  restoreMocks: true,
};

/** Front-end units: jsdom and Testing Library. */
exports.browserProject = (displayName, folder) => ({
  ...shared,
  displayName,
  roots: [path.join(root, folder)],
  testMatch: ['**/*.test.{ts,tsx}'],
  testEnvironment: path.join(__dirname, 'browser-environment.cjs'),
  testEnvironmentOptions: { customExportConditions: ['source', 'browser', 'require', 'default'] },
  transformIgnorePatterns: ['/node_modules/(?!(swiper|@paypal)/)'],
  moduleNameMapper: {
    '\\.css$': path.join(__dirname, 'no-styles.cjs'),
    '^swiper/css': path.join(__dirname, 'no-styles.cjs'),
  },
  setupFilesAfterEnv: [path.join(__dirname, 'browser-setup.ts')],
});

/** Node units and tests of the API. */
exports.nodeProject = (displayName, folder, extra = {}) => ({
  ...shared,
  displayName,
  roots: [path.join(root, folder)],
  testMatch: ['**/*.test.ts'],
  testEnvironment: 'node',
  ...extra,
});
