import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../formats/parse-json';
import { type Release, RELEASE_FILE } from '../../formats/release';
import { releaseSchema } from '../../formats/release-schema';
import { validateRelease } from '../../formats/validate-release';
import { localKeys, requireTrustedKey } from '../../store/keys/local-keys';
import { packedFolder } from '../../store/locations';
import { readVerifiedRelease, requireVersion, signRelease, type StoreAccess } from '../../store/releases';
import { defaultStorage } from '../../store/storage/default-storage';
import { folderStorage } from '../../store/storage/folder';
import type { Storage } from '../../store/storage/storage';
import { folderOf, packageVersion } from '../../../packages/node/folders';
import { removeFromSandbox } from '../../../packages/node/sandbox';
import { ignoreUserError, UserError } from '../../../packages/node/user-error';
import { sourceRevision } from '../../../packages/kit/pack/revision';
import { runUnprivileged } from '../run-unprivileged';

/** The version of an app's sources: its package's version, and a hash of the sources. */
export async function versionOf(app: string) {
  const revision = await sourceRevision(app);
  return { version: `${packageVersion(folderOf(app))}-${revision}`, revision };
}

/** The release is packed for this store. */
export interface PackOptions extends StoreAccess {
  readonly app: string;
  /** The version; by default that of the package together with the hash of the sources. */
  readonly version?: string;
  /** A folder that gets `<app>/<version>/`. */
  readonly into?: string;
}

/**
 * Has an app built without keys and signs it, unless the folder has this release. It is renamed when it is
 * complete.
 * @throws UserError when the sources do not build, this machine does not hold a trusted key of the team, or
 * other sources are published under this version.
 */
export async function pack(options: PackOptions): Promise<Release> {
  const { app, into = packedFolder, keys = localKeys } = options;
  if (options.version) requireVersion(options.version);
  const source = await versionOf(app);
  const version = requireVersion(options.version ?? source.version);
  // A derived version contains the hash of the sources.
  if (options.version)
    await requireUnpublished(options.storage ?? defaultStorage(), app, version, source.revision);
  // A release that is signed with a key that is no longer trusted is packed again.
  const present = await readVerifiedRelease(folderStorage(into), app, version, keys).catch(ignoreUserError);
  if (present?.revision === source.revision) return present;
  await requireTrustedKey(app, keys);

  const target = path.join(into, app, version);
  const partial = `${target}.${process.pid}.partial`;
  try {
    const release = await runUnprivileged({
      task: `The build of ${app}`,
      script: 'shell/packages/kit/pack/build-process.ts',
      args: [app, version, source.revision, partial],
      result: releaseSchema,
      keys,
      // Anybody who packs signs the result, so the code counts as their own.
      isOwn: async () => true,
      writes: [partial],
    });
    if (release.name !== app || release.version !== version || release.revision !== source.revision) {
      throw new UserError(`The build of ${app} has described another release.`);
    }
    const { problem } = validateRelease(release);
    if (problem !== undefined) throw new UserError(`The build of ${app} is refused: ${problem}.`);
    const signed = await signRelease(release, keys);
    await writeFile(path.join(partial, RELEASE_FILE), `${JSON.stringify(signed, null, 2)}\n`);
    await rm(target, { recursive: true, force: true });
    await rename(partial, target);
    return release;
  } catch (error) {
    await removeFromSandbox(partial);
    throw error;
  }
}

/** @throws UserError when a release of other sources is published with this version. */
async function requireUnpublished(storage: Storage, app: string, version: string, revision: string) {
  const stored = await storage.read(`${app}/${version}/${RELEASE_FILE}`).catch(() => undefined);
  const published = stored && parseJson(stored.bytes, publishedRevision);
  if (!published || published.release.revision === revision) return;
  throw new UserError(`${app}@${version} is published already, with other bytes. Choose another version.`);
}

const publishedRevision = z.object({ release: z.object({ revision: z.string() }) });
