import { useRecordedAddresses } from '../../platform/server/addresses';
import { runProgram } from '../../platform/release/cli/program';
import { releaseCommandLine } from './release-commands';

// The options' defaults name the site.
void useRecordedAddresses().then(() => runProgram(releaseCommandLine()));
