import { books, lessons } from '../../../content';
import type { Catalogue } from '../../database/seed';
import { createMediaLibrary } from '../learning/media/library';

/** What is on sale: the content, with the lengths and trailers of the recordings in the media folder. */
export async function catalogueOnOffer(mediaFolder: string): Promise<Catalogue> {
  const library = createMediaLibrary(mediaFolder, true);
  return { books, lessons: await library.withImported(lessons) };
}
