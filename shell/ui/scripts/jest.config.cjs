// Pictures are drawn in Node, so they are tested there.
module.exports = require('../../testing/jest-preset.cjs').nodeProject('ui-pictures', 'shell/ui/scripts', {
  testMatch: ['**/*.test.tsx'],
});
