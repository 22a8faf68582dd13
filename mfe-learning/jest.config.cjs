module.exports = require('@isa/remote-kit/jest').browserProject('learning', `${__dirname}/src`);
