import { catalogue } from '../../content';
import { connect, createDataSource, type DatabaseLocation } from '../database/data-source';
import { migrate, withDatabaseLock } from '../database/migrate';
import { type Catalogue, seed } from '../database/seed';
import { ProblemError } from '../http/problem-error';
import { createDemoStaff } from '../office/people/demo-staff';
import { grantStaff } from '../office/people/staff';
import { ConfigurationError, type Env } from '../platform/env';
import { createMediaLibrary } from '../features/learning/media/library';

/** Changes may take long, but one that waits for a lock blocks later statements, so it gives up soon. */
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
    /** @throws ConfigurationError unless a confirmed account has the address. */
    async grantStaff(email: string): Promise<void> {
      await grantStaff(db.manager, email, null, new Date()).catch((error: unknown) => {
        throw error instanceof ProblemError ? new ConfigurationError(error.message) : error;
      });
    },
    createDemoStaff: (env: Env) => createDemoStaff(db.manager, env),
    close: () => db.destroy(),
  };
}

/** The content, with the recordings, trailers and samples of the lessons. */
export async function currentCatalogue(mediaFolder: string): Promise<Catalogue> {
  const library = createMediaLibrary(mediaFolder, true);
  return { ...catalogue, lessons: await library.withMedia(catalogue.lessons) };
}
