module.exports = require('@isa/remote-kit/jest').browserProject('shop', `${__dirname}/src`);
