module.exports = require('../../shell/testing/jest-preset.cjs').nodeProject(
  'api-contract',
  'api/contract/src',
);
