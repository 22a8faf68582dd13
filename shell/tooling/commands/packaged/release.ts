import { allowOnly, serversOf } from '@isa/api-contract/outgoing';
import { readCredentials } from '../../../platform/hosting/credentials';
import { addDeployCommand } from '../../../platform/release/cli/deploy-command';
import { addKeyCommands } from '../../../platform/release/cli/key-commands';
import { addPreviewCommand } from '../../../platform/release/cli/preview-command';
import { releaseProgram, runProgram } from '../../../platform/release/cli/program';
import { addRegistryCommands } from '../../../platform/release/cli/registry-commands';
import { addUpkeepCommands } from '../../../platform/release/cli/upkeep-commands';

/** A server has neither sources nor compilers, so none of these commands builds or checks. */
const COMMANDS = [
  addRegistryCommands,
  addDeployCommand,
  addUpkeepCommands,
  addPreviewCommand,
  addKeyCommands,
];

Object.assign(process.env, readCredentials(['ops'], process.env));
if (process.env.NODE_ENV === 'production') allowOnly(serversOf('ops', process.env));
runProgram(releaseProgram('node shell/release.cjs', ...COMMANDS));
