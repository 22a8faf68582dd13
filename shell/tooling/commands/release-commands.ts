import { addWatchCommand } from '../../platform/ops/watch/watch-command';
import { addDeployCommand } from '../../platform/release/cli/deploy-command';
import { addEdgeCommand } from '../../platform/release/cli/edge-commands';
import { releaseProgram } from '../../platform/release/cli/program';
import { addTeamCommands } from '../../platform/release/cli/team-commands';
import { addUpkeepCommands } from '../../platform/release/cli/upkeep-commands';

/** `npm run release`, of a checkout of the project. */
export const releaseCommandLine = () =>
  releaseProgram(
    'npm run release --',
    addTeamCommands,
    addDeployCommand,
    addUpkeepCommands,
    addEdgeCommand,
    addWatchCommand,
  );
