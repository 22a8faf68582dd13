module.exports = require('../testing/jest-preset.cjs').nodeProject('release', 'shell/release');
