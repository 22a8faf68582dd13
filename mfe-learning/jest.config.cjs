module.exports = require('../shell/testing/jest-preset.cjs').browserProject('learning', 'mfe-learning/src');
