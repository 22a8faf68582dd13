import { addWatchVerb } from '../ops/watch/watch-verb';
import { addCompletion } from '../release/cli/completion';
import { addDeployVerb } from '../release/cli/deploy-verb';
import { addEdgeVerb, addWebsiteVerb } from '../release/cli/edge-verbs';
import { addNginxVerb } from '../release/cli/nginx-verb';
import { releaseProgram, runProgram } from '../release/cli/program';
import { addTeamVerbs } from '../release/cli/team-verbs';
import { addUpkeepVerbs } from '../release/cli/upkeep-verbs';

runProgram(
  releaseProgram(
    'npm run release --',
    addTeamVerbs,
    addDeployVerb,
    addUpkeepVerbs,
    addCompletion,
    addNginxVerb,
    addEdgeVerb,
    addWebsiteVerb,
    addWatchVerb,
  ),
);
