import { CommanderError } from 'commander';
import { releaseProgram } from '../release/cli/program';
import { UserError } from '../tools/user-error';

/** Refused or failed; and not understood. */
const FAILED = 1;
const MISUSED = 2;

releaseProgram()
  .parseAsync()
  .catch((error: unknown) => {
    if (error instanceof CommanderError) {
      // Its words are on the terminal already; help that was asked for is no failure.
      process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
      return;
    }
    const sentence =
      error instanceof UserError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${sentence}\n`);
    process.exitCode = FAILED;
  });
