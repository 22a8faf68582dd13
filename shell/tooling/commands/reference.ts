import { describePublicPackages } from '../generate/reference/describe';
import { writeReference } from '../generate/reference/reference';
import { main } from '../../packages/node/processes';
import { readCommandLine } from './command-line.mjs';

main(async () => {
  readCommandLine('reference');
  for (const one of await describePublicPackages()) {
    await writeReference(one);
    process.stdout.write(`${one.name} ${one.version}\n`);
  }
});
