module.exports = require('@isa/remote-kit/jest').nodeProject('api', 'api', {
  setupFilesAfterEnv: ['<rootDir>/api/testing/jest-setup.ts'],
  testMatch: ['<rootDir>/api/{src,content,paypal-sandbox,testing}/**/*.test.ts'],
});
