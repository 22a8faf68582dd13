import path from 'node:path';
import { generateRemote, generateRepository } from '../generate/generate';
import { generateFeature, type Generated, type GenerateOptions } from '../generate/generate-feature';
import { installPackages } from '../generate/install';
import { root } from '../../packages/node/folders';
import { printable } from '../../packages/node/user-error';
import { readCommandLine } from './command-line.mjs';

// npm ends on Ctrl-C, and this process must live on to undo what was written.
const interrupted = new AbortController();
process.on('SIGINT', () => interrupted.abort());
process.on('SIGTERM', () => interrupted.abort());

async function generate(): Promise<Generated> {
  const { subcommand, positionals, text, flag } = readCommandLine('new');
  const [first = '', second = ''] = positionals;
  const options: GenerateOptions = { title: text('title'), path: text('path') };
  if (subcommand === 'feature') return generateFeature(first, second, options);
  const own = text('own');
  const folder = own === undefined ? root : path.resolve(process.env['INIT_CWD'] ?? '.', own);
  const installed = async () => {
    interrupted.signal.throwIfAborted();
    if (!flag('no-install')) await installPackages(folder, interrupted.signal);
  };
  return own === undefined
    ? generateRemote(first, options, installed)
    : generateRepository(first, folder, options, installed);
}

generate().then(print, (error: unknown) => {
  const message = interrupted.signal.aborted ? 'Stopped. All changes were undone.' : printable(error);
  process.stderr.write(`\n${message}\n`);
  process.exitCode = 1;
});

function print({ created, changed, edits, next, release = [] }: Generated): void {
  const lines = [
    ...created.map((file) => `  created  ${file}`),
    ...changed.map((file) => `  changed  ${file}`),
    '',
    'Edit these files:',
    ...edits.map((edit) => `  ${edit}`),
    '',
    'Next:',
    ...next.map((command) => `  ${command}`),
    ...(release.length > 0
      ? [
          '',
          'To release it (keygen only while npm start has not run again, which generates missing keys):',
          ...release.map((command) => `  ${command}`),
          'keygen prints the public key. Other machines trust it: npm run release -- trust <remote> <key>',
        ]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
