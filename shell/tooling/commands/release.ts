import { addWatchCommand } from '../../platform/ops/watch/watch-command';
import { addCompletion } from '../../platform/release/cli/completion';
import { addDeployCommand } from '../../platform/release/cli/deploy-command';
import { addEdgeCommand, addWebsiteCommand } from '../../platform/release/cli/edge-commands';
import { releaseProgram, runProgram } from '../../platform/release/cli/program';
import { addTeamCommands } from '../../platform/release/cli/team-commands';
import { addUpkeepCommands } from '../../platform/release/cli/upkeep-commands';

runProgram(
  releaseProgram(
    'npm run release --',
    addTeamCommands,
    addDeployCommand,
    addUpkeepCommands,
    addCompletion,
    addEdgeCommand,
    addWebsiteCommand,
    addWatchCommand,
  ),
);
