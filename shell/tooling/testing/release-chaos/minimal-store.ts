import path from 'node:path';
import { publish } from '../../../platform/release/publish/publish';
import { promoteTogether } from '../../../platform/release/registry/changes';
import type { Storage } from '../../../platform/store/storage/storage';
import { openStore } from '../release/test-store';
import { releaseOf, REMOTES } from './operations';

export type MinimalStore = Awaited<ReturnType<typeof openMinimalStore>>;

/** Keys and releases of a chaos run, which are built in milliseconds. */
export async function openMinimalStore() {
  const store = await openStore();
  await store.saveKeys();
  const { keys, packed } = store;
  const published = new Set<string>();
  return {
    ...store,
    keysFolder: path.join(store.folder, 'keys'),
    /** The releases of remotes, as `<app>@<version>`. */
    published,
    /** Publishes two releases of each app, and makes one after the other live. */
    async fill(storage: Storage): Promise<void> {
      const release = async (app: string, version: string) => {
        await store.pack(releaseOf(app, version));
        await publish({ app, version, from: packed, storage, keys });
        published.add(`${app}@${version}`);
      };
      for (const version of ['1.0.0', '2.0.0']) await release('shell', version);
      const author = { storage, keys, who: 'the first start' };
      for (const version of ['1.0.0', '1.1.0']) {
        for (const app of REMOTES) await release(app, version);
        const remotes = Object.fromEntries(REMOTES.map((app) => [app, version]));
        await promoteTogether({ shell: version === '1.0.0' ? version : '2.0.0', ...remotes }, author);
      }
    },
  };
}
