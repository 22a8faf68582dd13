import { Command } from 'commander';
import { generateFeature, generateRemote, type Generated, type GenerateOptions } from '../generate/generate';
import { installWorkspaces } from '../generate/install';
import { UserError } from '../tools/user-error';

// Ctrl-C ends npm and undoes what was written; the process itself must live for that.
const interrupted = new AbortController();
process.on('SIGINT', () => interrupted.abort());
process.on('SIGTERM', () => interrupted.abort());

const program = new Command('npm run new --')
  .description('Makes a remote or a feature that builds, tests and shows a page.')
  .showHelpAfterError('Add --help for what can be said.');

program
  .command('remote <name>')
  .description('a remote of its own, with one page, its test and its workflow')
  .option('--title <text>', 'what visitors read; made of the name unless given')
  .option('--path <address>', "the page's address; /<name> unless given")
  .option('--no-install', 'leave linking the new workspace to a later npm install')
  .action(async (name: string, { install, ...options }: GenerateOptions & { readonly install: boolean }) => {
    tell(
      await generateRemote(name, options, async () => {
        interrupted.signal.throwIfAborted();
        if (install) await installWorkspaces(interrupted.signal);
      }),
    );
  });

program
  .command('feature <remote> <name>')
  .description('a page of a remote, with its request, its test and its route')
  .option('--title <text>', 'what visitors read; made of the name unless given')
  .option('--path <address>', "the page's address; /<name> unless given")
  .action(async (remote: string, name: string, options: GenerateOptions) => {
    tell(await generateFeature(remote, name, options));
  });

program.parseAsync().catch((error: unknown) => {
  if (interrupted.signal.aborted) process.stderr.write('\nStopped; nothing was kept.\n');
  else if (error instanceof UserError) process.stderr.write(`\n${error.message}\n`);
  else process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});

function tell({ made, changed, next }: Generated): void {
  const lines = [
    ...made.map((file) => `  made     ${file}`),
    ...changed.map((file) => `  changed  ${file}`),
    '',
    'Next:',
    ...next.map((command) => `  ${command}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
