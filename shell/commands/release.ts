import { addWatchCommand } from '../ops/watch/watch-command';
import { addCompletion } from '../release/cli/completion';
import { addDeployCommand } from '../release/cli/deploy-command';
import { addEdgeCommand, addWebsiteCommand } from '../release/cli/edge-commands';
import { addNginxCommand } from '../release/cli/nginx-command';
import { releaseProgram, runProgram } from '../release/cli/program';
import { addTeamCommands } from '../release/cli/team-commands';
import { addUpkeepCommands } from '../release/cli/upkeep-commands';

runProgram(
  releaseProgram(
    'npm run release --',
    addTeamCommands,
    addDeployCommand,
    addUpkeepCommands,
    addCompletion,
    addNginxCommand,
    addEdgeCommand,
    addWebsiteCommand,
    addWatchCommand,
  ),
);
