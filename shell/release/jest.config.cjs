const path = require('node:path');

// The tools of the house: its commands, what releases it, what serves it, and what makes its next part.
const folders = ['release', 'generate', 'nginx', 'commands'].map((folder) =>
  path.join(__dirname, '..', folder),
);

module.exports = require('../testing/jest-preset.cjs').nodeProject('release', 'shell/release', {
  roots: folders,
});
