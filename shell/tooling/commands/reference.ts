import { Command } from 'commander';
import { describePublicPackages } from '../generate/reference/describe';
import { writeReference } from '../generate/reference/reference';
import { main } from '../../packages/node/processes';

main(async () => {
  new Command('npm run reference --')
    .description('Writes the reference of @isa/contract and @isa/ui.')
    .showHelpAfterError('Add --help to list the options.')
    .parse();
  for (const one of await describePublicPackages()) {
    await writeReference(one);
    process.stdout.write(`${one.name} ${one.version}\n`);
  }
});
