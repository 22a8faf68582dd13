import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RELEASE_FILE } from '../formats/release';
import type { ReleaseName } from '../formats/release-set';
import { hasSharedFiles } from './shared-files';
import { readJson, type Storage } from './storage/storage';

const useSchema = z.object({ isRemoved: z.boolean() });
/** A promotion takes less time from its use of a release to its commit. */
const COMMIT_MS = 60 * 60 * 1000;

/** Only operators write this object, because no app may be called `uses`. */
const fileOf = ({ app, version }: ReleaseName) => `checks/uses/${app}/${version}.json`;

/** @returns `false` when another process has written in the meantime. */
function writeUse(release: ReleaseName, isRemoved: boolean, storage: Storage, tag: string | undefined) {
  // The random id changes the tag, so that a process that has read the former use cannot replace this one.
  return storage.replace(fileOf(release), Buffer.from(JSON.stringify({ isRemoved, id: randomUUID() })), tag);
}

/**
 * Decides between a promotion, before its commit, and a `prune`: both replace one object, under the condition
 * that the other has not. Either may be killed.
 * @returns `conflict` when another process has written in the meantime; `incomplete` when a `prune` has removed files that
 * the release shares, while it was being published.
 */
export async function markReleaseInUse(
  release: ReleaseName,
  storage: Storage,
): Promise<'used' | 'removed' | 'incomplete' | 'conflict'> {
  const present = await readJson(storage, fileOf(release), useSchema);
  if (present?.value.isRemoved) return 'removed';
  if (!(await writeUse(release, false, storage, present?.tag))) return 'conflict';
  // A `prune` that began earlier may have ended in the meantime.
  const { app, version } = release;
  if (!(await storage.read(`${app}/${version}/${RELEASE_FILE}`))) return 'removed';
  return (await hasSharedFiles(storage, app, version)) ? 'used' : 'incomplete';
}

/**
 * Begins a removal, or continues that of a killed `prune`.
 * @param now by the clock of this machine.
 * @returns `false` when a promotion uses the release, or may still do so.
 */
export async function beginRemoval(release: ReleaseName, now: Date, storage: Storage): Promise<boolean> {
  const present = await readJson(storage, fileOf(release), useSchema);
  if (present?.value.isRemoved) return true;
  if (present && present.modified.getTime() > now.getTime() - COMMIT_MS) return false;
  return writeUse(release, true, storage, present?.tag);
}

/** Ends what `beginRemoval` began, after `release.json` is gone. */
export function endRemoval(release: ReleaseName, storage: Storage): Promise<void> {
  return storage.remove(fileOf(release));
}
