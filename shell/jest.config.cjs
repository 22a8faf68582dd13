module.exports = require('./testing/jest-preset.cjs').browserProject('shell', 'shell/src');
