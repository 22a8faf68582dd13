import { Command, CommanderError } from 'commander';
import { printable } from '../../tools/user-error';
import { asStarted } from './output';
import { runRecorded } from './record-control';

/** A command line that releases apps. @param name how it is started. */
export function releaseProgram(name: string, ...commands: readonly ((program: Command) => void)[]): Command {
  const program = new Command(name)
    .description('Releases the apps of the site independently.')
    .option('--json', 'print the result as JSON (with npm run -s, nothing else is printed)')
    .option('--dry-run', 'show what would be done, and change nothing')
    .option('--by <name>', 'the author, for the history; RELEASE_BY or the user of this machine by default')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showHelpAfterError('Add --help to list the commands and options.')
    .exitOverride();
  program.configureOutput({
    writeOut: (text) => void process.stdout.write(asStarted(program, text)),
    writeErr: (text) => void process.stderr.write(asStarted(program, text)),
  });
  program.addHelpText('after', '\nExit codes: 0 success, 1 rejected or failed, 2 wrong usage.');
  for (const addCommands of commands) addCommands(program);
  // Commander does not pass the setting on to subcommands.
  for (const command of program.commands) command.exitOverride();
  return program;
}

/** Runs the command line of this process, and sets its exit code: 0 success, 1 rejected or failed, 2 wrong usage. */
export function runProgram(program: Command): void {
  runRecorded(program).catch((error: unknown) => {
    if (error instanceof CommanderError) {
      // Commander has printed its message already; requested help is not a failure.
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`${asStarted(program, printable(error))}\n`);
    process.exitCode = 1;
  });
}
