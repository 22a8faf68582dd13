// Where nothing else is said, the site of this machine is on ports on which nothing listens: a test must not find the site
// of a developer, or anything else that happens to be there.
process.env.PORT = '1';

const path = require('node:path');

/** Everything of the shell that runs in Node; the browser's tests are in jest.config.cjs. */
const folders = ['packages/kit', 'packages/node', 'platform', 'tooling'];

module.exports = require('@isa/remote-kit/jest').nodeProject('shell-node', 'shell', {
  roots: folders.map((folder) => path.join(__dirname, folder)),
  // It boots a container, and has a step of its own.
  testPathIgnorePatterns: ['/node_modules/', '/tooling/testing/installation/'],
});
