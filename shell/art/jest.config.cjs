// Pictures are drawn in Node, so they are tested there.
module.exports = require('../testing/jest-preset.cjs').nodeProject('art', 'shell/art', {
  testMatch: ['**/*.test.tsx'],
});
