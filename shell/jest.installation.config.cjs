const path = require('node:path');

/** The nightly tests of a whole installation in a container, which only root can boot (tooling/testing/installation). */
module.exports = require('@isa/remote-kit/jest').nodeProject('installation', 'shell', {
  roots: [path.join(__dirname, 'tooling/testing/installation')],
});
