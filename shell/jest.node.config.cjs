const path = require('node:path');

/** Everything of the shell that runs in Node; the browser's tests are in jest.config.cjs. */
const folders = [
  'bench',
  'commands',
  'compose',
  'formats',
  'generate',
  'hosting',
  'ops',
  'release',
  'server',
  'store',
  'testing',
  'tools',
  'webpack',
];

module.exports = require('./testing/jest-preset.cjs').nodeProject('shell-node', 'shell', {
  roots: folders.map((folder) => path.join(__dirname, folder)),
});
