// Plain CommonJS, so that a worker thread can run it from the sources and from the build alike.
const { compareSync, hashSync } = require('bcryptjs');

/** Makes a hash, or compares with one. Takes tens to hundreds of milliseconds of one thread. */
module.exports = ({ password, hash, cost }) =>
  hash ? compareSync(password, hash) : hashSync(password, cost);
