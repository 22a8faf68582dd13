module.exports = require('../shell/testing/jest-preset.cjs').browserProject('shop', 'mfe-shop/src');
