import { CommanderError } from 'commander';
import { addWatchVerb } from '../ops/watch/watch-verb';
import { releaseProgram } from '../release/cli/program';
import { runRecorded } from '../release/cli/record-control';
import { printable } from '../tools/user-error';

const FAILED = 1;
const MISUSED = 2;

runRecorded(releaseProgram(addWatchVerb)).catch((error: unknown) => {
  if (error instanceof CommanderError) {
    // Commander has printed its message already; requested help is not a failure.
    process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
    return;
  }
  process.stderr.write(`${printable(error)}\n`);
  process.exitCode = FAILED;
});
