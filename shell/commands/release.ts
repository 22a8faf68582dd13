import { addWatchVerb } from '../ops/watch/watch-verb';
import { addCompletion } from '../release/cli/completion';
import { addEdgeVerbs } from '../release/cli/edge-verbs';
import { addNginxVerb } from '../release/cli/nginx-verb';
import { releaseProgram, runProgram } from '../release/cli/program';
import { addUpkeepVerbs } from '../release/cli/upkeep-verbs';

runProgram(releaseProgram(addUpkeepVerbs, addCompletion, addNginxVerb, addEdgeVerbs, addWatchVerb));
