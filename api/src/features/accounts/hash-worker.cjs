// The worker is CommonJS, so that a thread can load it from the sources and from the build.
const { compareSync, hashSync } = require('bcryptjs');

module.exports = ({ password, hash, cost }) =>
  hash ? compareSync(password, hash) : hashSync(password, cost);
