import { readCredentials } from '../../hosting/credentials';
import { addDeployVerb } from '../../release/cli/deploy-verb';
import { addWebsiteVerb } from '../../release/cli/edge-verbs';
import { addKeyVerbs } from '../../release/cli/key-verbs';
import { addNginxVerb } from '../../release/cli/nginx-verb';
import { addPreviewVerb } from '../../release/cli/preview-verb';
import { releaseProgram, runProgram } from '../../release/cli/program';
import { addRegistryVerbs } from '../../release/cli/registry-verbs';
import { addUpkeepVerbs } from '../../release/cli/upkeep-verbs';

/** What operators do on a server, which has neither sources nor compilers: no verb that builds or checks. */
const VERBS = [
  addRegistryVerbs,
  addDeployVerb,
  addUpkeepVerbs,
  addNginxVerb,
  addWebsiteVerb,
  addPreviewVerb,
  addKeyVerbs,
];

Object.assign(process.env, readCredentials(['ops'], process.env));
runProgram(releaseProgram('node shell/release.cjs', ...VERBS));
