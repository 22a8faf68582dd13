import { catalogue } from '../../content';
import { connect, createDataSource, type DatabaseLocation } from '../database/data-source';
import { migrate, withDatabaseLock } from '../database/migrate';
import { type Catalogue, seed } from '../database/seed';
import { createMediaLibrary } from '../features/learning/media/library';

/** Changing a large table takes long. A change that waits for a lock makes all later statements wait, so it gives up soon. */
const POOL = { connections: 2, statement: 0, lock: 2 } as const;

/** Connects to the database for the role prepare, without the time limits of requests. */
export async function openForPreparing(location: DatabaseLocation & { readonly mediaFolder: string }) {
  const db = await connect(createDataSource(location, POOL));
  return {
    migrate: () => migrate(db),
    async seed(): Promise<void> {
      const current = await currentCatalogue(location.mediaFolder);
      await withDatabaseLock(db, () => seed(db, current));
    },
    close: () => db.destroy(),
  };
}

/** The content, with the recordings, trailers and samples of the lessons. */
export async function currentCatalogue(mediaFolder: string): Promise<Catalogue> {
  const library = createMediaLibrary(mediaFolder, true);
  return { ...catalogue, lessons: await library.withMedia(catalogue.lessons) };
}
