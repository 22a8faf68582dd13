import path from 'node:path';
import { Command } from 'commander';
import { startCatalogue } from '../gallery/server';
import { cataloguePort } from '../gallery/story-files';
import { addPublicFiles } from '../../packages/kit/pack/public-files';
import { dataFolder } from '../../packages/node/folders';
import { main, requireFreePort } from '../../packages/node/processes';

main(async () => {
  new Command('npm run catalogue --')
    .description('Serves every state of the primitives and of the pages, at 375 and 1440 px.')
    .addHelpText('after', '\nPORT moves all ports.')
    .parse();
  await requireFreePort(cataloguePort(), 'the catalogue', 'PORT');
  const pictures = path.join(dataFolder, 'development/public');
  await addPublicFiles(pictures);
  await startCatalogue(pictures);
  process.stdout.write(`The catalogue: http://localhost:${cataloguePort()}\n`);
});
