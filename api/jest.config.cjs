module.exports = require('../shell/testing/jest-preset.cjs').nodeProject('api', 'api', {
  setupFilesAfterEnv: ['<rootDir>/api/testing/jest-setup.ts'],
  testMatch: ['<rootDir>/api/{src,content,paypal-sandbox,testing}/**/*.test.ts'],
});
