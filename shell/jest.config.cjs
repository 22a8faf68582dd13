module.exports = require('@isa/remote-kit/jest').browserProject('shell', `${__dirname}/src`);
