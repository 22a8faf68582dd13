import { copyFile, link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prerenderSite } from '../../../platform/prerender/prerender-site';
import { siteFolderAt } from '../../../platform/store/site-folder';
import { signedRegistrySchema } from '../../../platform/formats/registry-schema';
import { versionOf } from '../../../platform/release/publish/pack';
import { publish } from '../../../platform/release/publish/publish';
import { localKeys } from '../../../platform/store/keys/local-keys';
import { folderStorage } from '../../../platform/store/storage/folder';
import { remoteNames } from '../../../packages/node/folders';
import { packedFolder, storeFolder } from '../../../platform/store/locations';
import { stopService } from '../../../packages/node/processes';
import { SHARED_FOLDER } from '../../../platform/formats/release';
import { packNextReleases } from './pack-next-releases';
import { startSiteProcess } from './site-process';

/** A separate site, whose releases a test may change. */
export type TestSite = Awaited<ReturnType<typeof startTestSite>>;

const TIMEOUT_MS = 60_000;

/**
 * Starts a site in a temporary folder with the releases that are already built on this machine.
 * @param port the site's port; the CDN, the API and the payment sandbox get the next three.
 * @param remotes another release of each is packed and published.
 */
export async function startTestSite(port: number, remotes: readonly string[] = remoteNames()) {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-site-'));
  const storePath = path.join(folder, 'store');
  const store = { storage: folderStorage(storePath), keys: localKeys };
  const first: Record<string, string> = {};
  for (const app of ['shell', ...remoteNames()]) {
    const { version } = await versionOf(app);
    first[app] = version;
    for (const folder of [version, SHARED_FOLDER]) {
      await linkFolder(path.join(storeFolder, app, folder), path.join(storePath, app, folder));
    }
  }
  const next = Object.entries(await packNextReleases(remotes));
  for (const [app, version] of next) {
    await publish({ app, version, from: folderStorage(packedFolder), ...store });
  }

  const opsToken = 'the-operators-of-a-site-for-tests-only';
  const output: string[] = [];
  const service = await startSiteProcess({
    port,
    dataFolder: folder,
    storeFolder: storePath,
    // The limits are raised, because all visitors share one address.
    environment: { STORE_URL: '', OPS_TOKEN: opsToken, RATE_LIMIT_FACTOR: '1000' },
    // Lines of the API's log are JSON.
    onLine: (line) => line.startsWith('{') || output.push(line),
  });
  const originAt = (offset: number) => `http://localhost:${port + offset}`;
  const origin = originAt(0);
  const previewOrigin = `http://preview.localhost:${port}`;
  const site = {
    site: siteFolderAt(path.join(folder, 'site')),
    siteFolder: path.join(folder, 'site'),
    siteOrigin: origin,
    previewOrigin,
    cdnOrigin: originAt(1),
    apiOrigin: originAt(2),
  };
  /** The registry that visitors get. */
  async function servedRegistry() {
    const response = await fetch(`${origin}/registry.json`);
    return signedRegistrySchema.parse(await response.json()).registry;
  }
  return {
    origin,
    opsOrigin: `http://ops.localhost:${port}`,
    previewOrigin,
    /** The token that opens the operators' pages. */
    opsToken,
    /** Options of the release functions: its store and site, and the keys of this machine. */
    store: { ...store, site },
    /** For each remote, the release that is live at first and another one of the same sources. */
    versions: Object.fromEntries(
      next.map(([app, version]) => [app, { first: first[app] ?? '', next: version }]),
    ),
    /** Output of the site's processes, except the API's log. */
    output,
    /** Builds as `npm run release -- prerender` does, possibly at the same time as the site's own process. */
    prerender: () => prerenderSite({ ...store, ...site }),
    servedRegistry,
    /** The remote's entry in the registry that visitors get. */
    async servedRemote(wanted: string) {
      return (await servedRegistry()).remotes.find(({ name }) => name === wanted);
    },
    /** Waits until visitors get this revision of the registry, or a later one. */
    async waitUntilServed(revision: number) {
      const deadline = Date.now() + TIMEOUT_MS;
      while ((await servedRegistry()).revision < revision) {
        if (Date.now() > deadline) {
          throw new Error(`Revision ${revision} was not served in time.\n${output.join('\n')}`);
        }
        await delay(100);
      }
    },
    async stop() {
      await stopService(service);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Hard links instead of copies where the file system allows it: released files never change. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // A delta may need a script of a release that the new site does not have.
    if (entry.name.endsWith('.dcz')) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await linkFolder(source, target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
}
