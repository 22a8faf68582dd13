import path from 'node:path';
import { startGallery } from '../gallery/server';
import { galleryPort } from '../gallery/story-files';
import { addPublicFiles } from '../../packages/kit/pack/public-files';
import { dataFolder } from '../../packages/node/folders';
import { main, requireFreePort } from '../../packages/node/processes';
import { readCommandLine } from './command-line.mjs';

main(async () => {
  readCommandLine('gallery');
  await requireFreePort(galleryPort(), 'the gallery', 'PORT');
  const pictures = path.join(dataFolder, 'development/public');
  await addPublicFiles(pictures);
  await startGallery(pictures);
  process.stdout.write(`The gallery: http://localhost:${galleryPort()}\n`);
});
