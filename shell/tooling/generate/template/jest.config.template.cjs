module.exports = require('@isa/remote-kit/jest').browserProject('sample-remote', `${__dirname}/src`);
