module.exports = require('../testing/jest-preset.cjs').browserProject('ui', 'shell/ui/src');
