import { buildApi } from '../release/build-api';
import { sourceScript } from '../tools/node';
import { main, startService } from '../tools/processes';
import { findClusterPrograms } from '../tools/programs';
import { UserError } from '../tools/user-error';

const log = (line: string) => void process.stdout.write(`${line}\n`);

/** `npm run cluster` runs the API on this machine as it is deployed on several, until it is stopped. */
main(async () => {
  const found = findClusterPrograms(log);
  if ('missing' in found) throw new UserError(`The cluster cannot start: ${found.missing}.`);
  await buildApi(log);
  startService('The cluster', sourceScript('api/testing/cluster/main.ts'), process.env, log);
});
