import path from 'node:path';
import { Command } from 'commander';
import { startGallery } from '../gallery/server';
import { galleryPort } from '../gallery/story-files';
import { addPublicFiles } from '../../packages/kit/pack/public-files';
import { dataFolder } from '../../packages/node/folders';
import { main, requireFreePort } from '../../packages/node/processes';

main(async () => {
  new Command('npm run gallery --')
    .description('Serves every state of the primitives and of the pages, at 375 and 1440 px.')
    .addHelpText('after', '\nPORT moves all ports.')
    .parse();
  await requireFreePort(galleryPort(), 'the gallery', 'PORT');
  const pictures = path.join(dataFolder, 'development/public');
  await addPublicFiles(pictures);
  await startGallery(pictures);
  process.stdout.write(`The gallery: http://localhost:${galleryPort()}\n`);
});
