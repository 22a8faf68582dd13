module.exports = require('../testing/jest-preset.cjs').nodeProject('bench', 'shell/bench');
