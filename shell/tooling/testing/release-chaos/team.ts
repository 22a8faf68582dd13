import path from 'node:path';
import { recordStart } from '../release/record-start';
import { packTestRelease } from '../release/test-store';
import { publish } from '../../../platform/release/publish/publish';
import { siteOptions } from '../../../platform/release/site-options';
import { prune } from '../../../platform/release/prune';
import { abortCanary, promoteRelease, rollbackApp } from '../../../platform/release/registry/changes';
import { retireRemote } from '../../../platform/release/registry/retire';
import { advanceRollout } from '../../../platform/release/registry/rollout';
import { localKeys } from '../../../platform/store/keys/local-keys';
import { pruneSite } from '../../../platform/store/prune-site';
import { readVerifiedRegistry } from '../../../platform/store/registry-history';
import { defaultStorage, storageAt } from '../../../platform/store/storage/default-storage';
import { folderStorage } from '../../../platform/store/storage/folder';
import type { Storage } from '../../../platform/store/storage/storage';
import { dataFolder } from '../../../packages/node/folders';
import { UserError } from '../../../packages/node/user-error';
import { authorOf, type Operation, releaseOf } from './operations';

interface Outcome {
  readonly id: number;
  /** How the operation ended; `crashed` means by an error that is no message to an operator. */
  readonly state: 'done' | 'refused' | 'crashed';
  readonly message: string;
  /** The revision of the registry, when a change was acknowledged. */
  readonly revision?: number;
}

/** How long ago a site build must have been replaced before its objects are removed. */
const SITE_MS = 60 * 60 * 1000;

function dyingStorage(storage: Storage, killAt: NonNullable<Operation['killAt']>): Storage {
  let requests = 0;
  return new Proxy(storage, {
    get(target, property: keyof Storage) {
      const member = target[property];
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]) => {
        const isLast = ++requests === killAt.request;
        if (isLast && killAt.isBefore) process.kill(process.pid, 'SIGKILL');
        const result: unknown = await Reflect.apply(member, target, args);
        if (isLast) process.kill(process.pid, 'SIGKILL');
        return result;
      };
    },
  });
}

async function perform(operation: Operation): Promise<number | undefined> {
  const { kind, app, version, percent, isChecked, killAt } = operation;
  const { SITE_URL } = process.env;
  const plain = defaultStorage();
  const storage = killAt ? dyingStorage(plain, killAt) : plain;
  const author = {
    storage,
    keys: localKeys,
    app,
    who: authorOf(operation),
    why: 'chaos',
    site: siteOptions(),
  };
  const gates = isChecked ? { onlyRecorded: true } : { force: true };
  const revisionOf = ({ changed, registry }: Awaited<ReturnType<typeof rollbackApp>>) =>
    changed ? registry.revision : undefined;
  switch (kind) {
    case 'publish': {
      const from = folderStorage(path.join(dataFolder, 'packed'));
      await packTestRelease(from, localKeys, releaseOf(app, version));
      await publish({ app, version, from, storage });
      return undefined;
    }
    case 'check':
      await recordStart({ storage, keys: localKeys }, { app, version });
      return undefined;
    case 'promote':
      return revisionOf(await promoteRelease({ ...author, version, force: true }));
    case 'canary': {
      const rollout = { steps: [60, 100], minutes: 1, forced: true as const };
      return revisionOf(
        await promoteRelease({ ...author, version, percent, ...gates, ...(!isChecked && { rollout }) }),
      );
    }
    case 'next step': {
      const { remotes } = (await readVerifiedRegistry(storage)).registry;
      const canary = remotes.find(({ name }) => name === app)?.canary;
      if (!canary) throw new UserError(`${app} has no canary.`);
      const step = { version: canary.release.version, percent: canary.percent };
      return revisionOf(await advanceRollout({ ...author, ...step }));
    }
    case 'abort':
      return revisionOf(await abortCanary(author));
    case 'rollback':
      return revisionOf(await rollbackApp(author));
    case 'retire':
      return revisionOf(await retireRemote({ ...author, force: true, readPages: async () => new Map() }));
    case 'prune': {
      const { kept } = await prune({ storage });
      const shellVersions = kept.filter(({ app }) => app === 'shell').map((one) => one.version);
      const since = new Date(Date.now() - SITE_MS);
      if (!SITE_URL) return undefined;
      const site = storageAt(SITE_URL);
      await pruneSite(killAt ? dyingStorage(site, killAt) : site, { since, store: storage, shellVersions });
      return undefined;
    }
  }
}

process.on('message', (operation: Operation) => {
  const { id } = operation;
  const report = (outcome: Omit<Outcome, 'id'>) => process.send?.({ id, ...outcome });
  perform(operation).then(
    (revision) => report({ state: 'done', message: '', ...(revision !== undefined && { revision }) }),
    (error: unknown) => {
      const isRefused = error instanceof UserError;
      const text = error instanceof Error ? (isRefused ? error.message : error.stack) : String(error);
      report({ state: isRefused ? 'refused' : 'crashed', message: text ?? '' });
    },
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
