import { callContractSchema, describeCalls, unservedCalls } from '@isa/api-contract/schemas';
import { z } from 'zod';
import { catalogue } from '../../content';
import { connect, createDataSource, type DatabaseLocation } from '../database/data-source';
import { migrate, withDatabaseLock } from '../database/migrate';
import { type Catalogue, seed } from '../database/content';
import { ProblemError } from '../http/problem-error';
import { transaction } from '../database/transaction';
import { createDemoStaff, grantStaff, issueEnrolmentLink } from '../office/people/staff';
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
    /**
     * Gives an account the role `staff`, also when it has it already.
     * @returns the link with which its owner sets up the login.
     * @throws ConfigurationError unless a confirmed account has the address.
     */
    async grantStaff(email: string, env: Env): Promise<string> {
      const now = new Date();
      return transaction(db, async (manager) =>
        issueEnrolmentLink(manager, await grantStaff(manager, email, null, now), env, now),
      ).catch((error: unknown) => {
        throw error instanceof ProblemError ? new ConfigurationError(error.message) : error;
      });
    },
    createDemoStaff: (env: Env) => createDemoStaff(db.manager, env),
    close: () => db.destroy(),
  };
}

/** The content, with the recordings, trailers and samples of the lessons. */
export async function currentCatalogue(mediaFolder: string): Promise<Catalogue> {
  const library = createMediaLibrary(mediaFolder, false);
  return { ...catalogue, lessons: await library.withMedia(catalogue.lessons) };
}

/** `calls.json` of the site: the calls of each release in service, by `app@version`. */
const callsFile = z.record(z.string(), z.record(z.string(), callContractSchema));

const TIMEOUT_MS = 5_000;

/**
 * Compares this API with the live, previous and canary releases.
 * @returns what it lacks; `undefined` when no site responds, which means that no visitor has a page.
 * @throws ConfigurationError when the response is not a list of calls.
 */
export async function unservedReleases(siteOrigin: string): Promise<readonly string[] | undefined> {
  const address = `${siteOrigin}/calls.json`;
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  // A site that was prerendered by an earlier version has no such file.
  if (!response || response.status === 404) return undefined;
  const file = callsFile.safeParse(response.ok && (await response.json().catch(() => undefined)));
  if (!file.success) throw new ConfigurationError(`${address} is not the list of calls of a site.`);
  const offered = describeCalls();
  return Object.entries(file.data).flatMap(([release, calls]) => unservedCalls(release, calls, offered));
}
