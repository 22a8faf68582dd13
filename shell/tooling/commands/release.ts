import { runProgram } from '../../platform/release/cli/program';
import { releaseCommandLine } from './release-commands';

runProgram(releaseCommandLine());
