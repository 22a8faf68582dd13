module.exports = require('@isa/remote-kit/jest').browserProject('contract', `${__dirname}/src`);
