import { sourceScript } from '../../packages/node/node';
import { main, printLine as log, startService } from '../../packages/node/processes';
import { findClusterPrograms } from '../../packages/node/programs';
import { UserError } from '../../packages/node/user-error';
import { readCommandLine } from './command-line.mjs';

main(async () => {
  readCommandLine('cluster');
  const found = findClusterPrograms(log);
  if ('missing' in found) throw new UserError(`The cluster cannot start: ${found.missing}.`);
  startService(
    'The cluster',
    sourceScript('shell/tooling/testing/packaged-site/cluster.ts'),
    process.env,
    log,
  );
});
