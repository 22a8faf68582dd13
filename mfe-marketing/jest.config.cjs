module.exports = require('../shell/testing/jest-preset.cjs').browserProject('marketing', 'mfe-marketing/src');
