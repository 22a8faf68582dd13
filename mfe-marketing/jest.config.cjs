module.exports = require('@isa/remote-kit/jest').browserProject('marketing', `${__dirname}/src`);
