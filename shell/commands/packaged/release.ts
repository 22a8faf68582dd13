import { readCredentials } from '../../hosting/credentials';
import { addDeployCommand } from '../../release/cli/deploy-command';
import { addWebsiteCommand } from '../../release/cli/edge-commands';
import { addKeyCommands } from '../../release/cli/key-commands';
import { addNginxCommand } from '../../release/cli/nginx-command';
import { addPreviewCommand } from '../../release/cli/preview-command';
import { releaseProgram, runProgram } from '../../release/cli/program';
import { addRegistryCommands } from '../../release/cli/registry-commands';
import { addUpkeepCommands } from '../../release/cli/upkeep-commands';

/** A server has neither sources nor compilers, so none of these commands builds or checks. */
const COMMANDS = [
  addRegistryCommands,
  addDeployCommand,
  addUpkeepCommands,
  addNginxCommand,
  addWebsiteCommand,
  addPreviewCommand,
  addKeyCommands,
];

Object.assign(process.env, readCredentials(['ops'], process.env));
runProgram(releaseProgram('node shell/release.cjs', ...COMMANDS));
