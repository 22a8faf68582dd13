import { Command } from 'commander';
import { addCheckVerb } from './check-verb';
import { addCompletion } from './completion';
import { addKeyVerbs } from './key-verbs';
import { addNginxVerb } from './nginx-verb';
import { addRegistryVerbs } from './registry-verbs';
import { addReleaseVerbs } from './release-verbs';
import { addUpkeepVerbs } from './upkeep-verbs';
import { addWatchVerb } from '../../ops/watch/watch-verb';

/** Everything that `npm run release -- …` can do. */
export function releaseProgram(): Command {
  const program = new Command('npm run release --')
    .description('Releases parts of the site, each on its own day: pack, publish, check, promote, and back.')
    .option('--json', 'print the result as JSON (with npm run -s, nothing else is printed)')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--by <name>', 'who does it, for the history; RELEASE_BY or the user of this machine by default')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showHelpAfterError('Add --help for what can be said.')
    .exitOverride()
    .addHelpText(
      'after',
      `
From a change to everybody:
  npm run release -- pack shop                        build and sign
  npm run release -- publish shop                     bring it to the store; nobody sees it yet
  npm run release -- check shop@1.5.0                 the gates, each with its verdict
  npm run release -- promote shop@1.5.0 --percent 5   some visitors
  npm run release -- promote shop@1.5.0               everybody
  npm run release -- rollback shop --reason "…"       and back

Exit codes: 0 done, 1 refused or failed, 2 the command was not understood.`,
    );
  addReleaseVerbs(program);
  addCheckVerb(program);
  addRegistryVerbs(program);
  addUpkeepVerbs(program);
  addKeyVerbs(program);
  addCompletion(program);
  addNginxVerb(program);
  addWatchVerb(program);
  // Subcommands leave it to their caller how to end, as the program does.
  for (const command of program.commands) command.exitOverride();
  return program;
}
