module.exports = require('../shell/testing/jest-preset.cjs').nodeProject('api', 'api', {
  testMatch: ['<rootDir>/api/{src,content,paypal-sandbox,testing}/**/*.test.ts'],
});
