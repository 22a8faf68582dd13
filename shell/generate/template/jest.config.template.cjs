module.exports = require('../shell/testing/jest-preset.cjs').browserProject(
  'sample-remote',
  'mfe-sample-remote/src',
);
