module.exports = require('@isa/remote-kit/jest').browserProject('ui', `${__dirname}/src`);
