import { Command } from 'commander';
import { describePublicPackages } from '../generate/public-api/describe';
import { recordRelease, writeFilesOf } from '../generate/public-api/files';
import { main } from '../../packages/node/processes';

main(async () => {
  const program = new Command('npm run reference --')
    .description('Writes the reference and the API reports of @isa/contract and @isa/ui.')
    .option('--released', 'store the reports as those of the released version, after a release of the shell')
    .showHelpAfterError('Add --help to list the options.');
  const { released = false } = program.parse().opts<{ readonly released?: boolean }>();
  for (const one of await describePublicPackages()) {
    await writeFilesOf(one);
    if (released) await recordRelease(one);
    process.stdout.write(`${one.name} ${one.version}${released ? ', released' : ''}\n`);
  }
});
