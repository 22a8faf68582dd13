import { addWatchVerb } from '../ops/watch/watch-verb';
import { addCompletion } from '../release/cli/completion';
import { addDeployVerb } from '../release/cli/deploy-verb';
import { addEdgeVerbs } from '../release/cli/edge-verbs';
import { addNginxVerb } from '../release/cli/nginx-verb';
import { releaseProgram, runProgram } from '../release/cli/program';
import { addUpkeepVerbs } from '../release/cli/upkeep-verbs';

runProgram(
  releaseProgram(addDeployVerb, addUpkeepVerbs, addCompletion, addNginxVerb, addEdgeVerbs, addWatchVerb),
);
