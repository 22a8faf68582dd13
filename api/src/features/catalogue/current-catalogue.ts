import { catalogue } from '../../../content';
import type { Catalogue } from '../../database/seed';
import { createMediaLibrary } from '../learning/media/library';

/** The content, with the recordings, trailers and samples of the lessons. */
export async function currentCatalogue(mediaFolder: string): Promise<Catalogue> {
  const library = createMediaLibrary(mediaFolder, true);
  return { ...catalogue, lessons: await library.withMedia(catalogue.lessons) };
}
