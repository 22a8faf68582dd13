import { RELEASE_ACTIONS, type SecurityEvent } from '@isa/api-contract/security-events';
import { Command, CommanderError } from 'commander';
import { printable } from '../../../packages/node/user-error';
import { userName } from '../registry/change-registry';
import { openSecurityLog, type SecurityLog } from '../security-log';
import { withStartedName, commonOptions } from './output';

/** A command line that releases apps. @param name how it is started. */
export function releaseProgram(name: string, ...commands: readonly ((program: Command) => void)[]): Command {
  const program = new Command(name)
    .description('Releases the apps of the site independently.')
    .option('--json', 'print the result as JSON (with npm run -s, nothing else is printed)')
    .option('--dry-run', 'show what would be done, and change nothing')
    .option('--by <name>', 'the author, for the history; RELEASE_BY or the user of this machine by default')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .exitOverride();
  program.configureOutput({
    writeOut: (text) => void process.stdout.write(withStartedName(program, text)),
    writeErr: (text) => void process.stderr.write(withStartedName(program, text)),
  });
  program.addHelpText('after', '\nExit codes: 0 success, 1 rejected or failed, 2 wrong usage.');
  for (const addCommands of commands) addCommands(program);
  program.showHelpAfterError(usageOf(name, program.usage()));
  for (const command of program.commands) {
    // Commander does not pass the setting on to subcommands.
    command.exitOverride().showHelpAfterError(usageOf(`${name} ${command.name()}`, command.usage()));
  }
  return program;
}

const usageOf = (name: string, rest: string) => `\nUsage: ${name} ${rest}\nMore:  ${name} --help`;

/** Runs the command line of this process, and sets its exit code: 0 success, 1 rejected or failed, 2 wrong usage. */
export function runProgram(program: Command): void {
  runRecorded(program).catch((error: unknown) => {
    if (error instanceof CommanderError) {
      // Commander has printed its message already; requested help is not a failure.
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`${withStartedName(program, printable(error))}\n`);
    process.exitCode = 1;
  });
}

type ReleaseControl = Extract<SecurityEvent, { event: 'release-control' }>;

/** Records in the security log what a command changes, if `SECURITY_LOG` is set. @throws what it throws */
export async function runRecorded(
  program: Command,
  line?: readonly string[],
  security: SecurityLog = openSecurityLog(() => undefined),
): Promise<void> {
  let event: Omit<ReleaseControl, 'result'> | undefined;
  program.hook('preAction', (_program, command) => {
    const { by, dryRun } = commonOptions(program);
    // All other commands only read, or work on this machine.
    const action = RELEASE_ACTIONS.find((name) => name === command.name());
    if (dryRun || !action) return;
    const target = command.args.join(' ').slice(0, 120) || null;
    const operator = (by ?? userName()).slice(0, 60);
    event = { event: 'release-control', action, operator, target };
  });
  try {
    await program.parseAsync(line, line && { from: 'user' });
  } catch (error) {
    if (event) security.write({ ...event, result: 'refused' });
    throw error;
  }
  if (event) security.write({ ...event, result: 'success' });
}
