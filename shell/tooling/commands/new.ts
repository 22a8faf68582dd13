import path from 'node:path';
import { Command } from 'commander';
import { generateRemote, generateRepository } from '../generate/generate';
import { generateFeature, type Generated, type GenerateOptions } from '../generate/generate-feature';
import { installPackages } from '../generate/install';
import { root } from '../../packages/node/folders';
import { printable } from '../../packages/node/user-error';

// npm ends on Ctrl-C, and this process must live on to undo what was written.
const interrupted = new AbortController();
process.on('SIGINT', () => interrupted.abort());
process.on('SIGTERM', () => interrupted.abort());

const program = new Command('npm run new --')
  .description('Generates a remote or a feature that builds, has passing tests and shows a page.')
  .showHelpAfterError('Add --help to list the commands and options.');

interface RemoteOptions extends GenerateOptions {
  readonly install: boolean;
  readonly own?: string;
}

const TITLE = ['--title <text>', 'the page’s title; derived from the name by default'] as const;
const PATH = ['--path <address>', 'the page’s address; /<name> by default'] as const;

program
  .command('remote <name>')
  .description('generate a remote with one page, its test and its workflow')
  .option(...TITLE)
  .option(...PATH)
  .option('--own <folder>', 'in a repository of its own, with the packages of this project that it needs')
  .option('--no-install', 'install nothing; a later npm install does it')
  .action(async (name: string, { install, own, ...options }: RemoteOptions) => {
    const folder = own === undefined ? root : path.resolve(process.env['INIT_CWD'] ?? '.', own);
    const installed = async () => {
      interrupted.signal.throwIfAborted();
      if (install) await installPackages(folder, interrupted.signal);
    };
    print(
      own === undefined
        ? await generateRemote(name, options, installed)
        : await generateRepository(name, folder, options, installed),
    );
  });

program
  .command('feature <remote> <name>')
  .description('generate a page of a remote, with its request, its test and its route')
  .option(...TITLE)
  .option(...PATH)
  .action(async (remote: string, name: string, options: GenerateOptions) => {
    print(await generateFeature(remote, name, options));
  });

program.parseAsync().catch((error: unknown) => {
  const message = interrupted.signal.aborted ? 'Stopped. All changes were undone.' : printable(error);
  process.stderr.write(`\n${message}\n`);
  process.exitCode = 1;
});

function print({ created, changed, next, release = [] }: Generated): void {
  const lines = [
    ...created.map((file) => `  created  ${file}`),
    ...changed.map((file) => `  changed  ${file}`),
    '',
    'Next:',
    ...next.map((command) => `  ${command}`),
    ...(release.length > 0
      ? [
          '',
          'Name its owner in .github/CODEOWNERS and shell/docs/contributing.md.',
          '',
          'To release it (keygen only while npm start has not run again, which generates missing keys):',
          ...release.map((command) => `  ${command}`),
          'keygen prints the public key. Other machines trust it: npm run release -- trust <remote> <key>',
        ]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
