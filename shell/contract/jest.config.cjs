module.exports = require('../testing/jest-preset.cjs').browserProject('contract', 'shell/contract/src');
