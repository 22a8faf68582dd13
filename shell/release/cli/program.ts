import { Command, CommanderError } from 'commander';
import { printable } from '../../tools/user-error';
import { addCheckVerb } from './check-verb';
import { addKeyVerbs } from './key-verbs';
import { addPreviewVerb } from './preview-verb';
import { runRecorded } from './record-control';
import { addRegistryVerbs } from './registry-verbs';
import { addReleaseVerbs } from './release-verbs';

/**
 * The command line of `npm run release -- …`: the verbs of teams, which a remote's own repository has too.
 * @param others add further verbs.
 */
export function releaseProgram(...others: readonly ((program: Command) => void)[]): Command {
  const program = new Command('npm run release --')
    .description('Releases the apps of the site independently: pack, publish, check, promote, roll back.')
    .option('--json', 'print the result as JSON (with npm run -s, nothing else is printed)')
    .option('--dry-run', 'show what would be done, and change nothing')
    .option('--by <name>', 'the author, for the history; RELEASE_BY or the user of this machine by default')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showHelpAfterError('Add --help to list the commands and options.')
    .exitOverride()
    .addHelpText(
      'after',
      `
From a change to all visitors:
  npm run release -- pack shop                        build and sign
  npm run release -- publish shop                     copy to the store; no visitor gets it yet
  npm run release -- check shop@1.5.0                 run the gates
  npm run release -- promote shop@1.5.0 --percent 5   for some visitors
  npm run release -- promote shop@1.5.0               for all visitors
  npm run release -- rollback shop --reason "…"       back to the previous release

Exit codes: 0 success, 1 rejected or failed, 2 wrong usage.`,
    );
  addReleaseVerbs(program);
  addCheckVerb(program);
  addPreviewVerb(program);
  addRegistryVerbs(program);
  addKeyVerbs(program);
  for (const addVerbs of others) addVerbs(program);
  // Subcommands do not inherit the setting.
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
    process.stderr.write(`${printable(error)}\n`);
    process.exitCode = 1;
  });
}
