module.exports = require('@isa/remote-kit/jest').nodeProject('api-contract', 'api/contract/src');
