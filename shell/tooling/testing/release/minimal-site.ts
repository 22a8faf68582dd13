import { promoteTogether } from '../../../platform/release/registry/changes';
import { minimalRemote, MINIMAL_SHELL } from './minimal-builds';
import type { TestStore } from './jest-store';

/** Makes a minimal shell and shop the live releases of a store. */
export async function releaseMinimalSite(store: TestStore): Promise<void> {
  const builds = { shell: MINIMAL_SHELL, shop: minimalRemote('the shop') };
  for (const [app, text] of Object.entries(builds)) {
    await store.release({ app, version: '1.0.0', files: { 'node/server.cjs': text } });
  }
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'a test' });
}
