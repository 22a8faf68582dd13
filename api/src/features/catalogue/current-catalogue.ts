import { catalogue } from '../../../content';
import type { Catalogue } from '../../database/seed';
import { createMediaLibrary } from '../learning/media/library';

/** The content, with the lengths and trailers of the recordings in the media folder. */
export async function currentCatalogue(mediaFolder: string): Promise<Catalogue> {
  const library = createMediaLibrary(mediaFolder, true);
  return { ...catalogue, lessons: await library.withImported(catalogue.lessons) };
}
