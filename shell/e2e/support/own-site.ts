import { copyFile, link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopService } from '../../tools/processes';
import { type Composed, composeSite } from '../../compose/compose-site';
import { ownKeys } from '../../store/keys/keys';
import { packedFolder, storeFolder } from '../../tools/locations';
import { versionOf } from '../../release/pack';
import { publish } from '../../release/publish';
import type { Place } from '../../release/registry/changes';
import { folderStorage } from '../../store/storage/folder';
import type { SignedRegistry } from '../../formats/registry';
import { remoteNames } from '../../tools/folders';
import { packNext } from './pack-next';
import { startSiteProcess } from './site-process';

/** A whole site of its own, whose releases may be moved without anybody else noticing. */
export interface OwnSite {
  readonly origin: string;
  readonly cdn: string;
  readonly api: string;
  /** Opens the operators' pages. */
  readonly opsToken: string;
  /** Its store, and the keys of this machine: for the functions of the release tool. */
  readonly place: Required<Place>;
  /** For each remote, the release that is live at first and another one of the same sources. */
  readonly versions: Readonly<Record<string, { readonly first: string; readonly next: string }>>;
  /** What the site's processes have said, apart from the API's log. */
  readonly said: readonly string[];
  /** Composes by hand, as `npm run release -- compose` does, while the site's own process may be at it as well. */
  compose(): Promise<Composed>;
  /** Waits until visitors get this revision of the registry, or a later one. */
  untilServed(revision: number): Promise<void>;
  stop(): Promise<void>;
}

const WAIT_MS = 60_000;

/**
 * Starts a site in a temporary folder, from releases that this machine has built already.
 * @param port the site's; the CDN, the API and the payment sandbox have the three after it.
 * @param remotes of which another release is packed and published, unless it was packed before.
 */
export async function startOwnSite(
  port: number,
  remotes: readonly string[] = remoteNames(),
): Promise<OwnSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-site-'));
  const store = path.join(folder, 'store');
  const place = { storage: folderStorage(store), keys: ownKeys };
  const parts = ['shell', ...remoteNames()];
  const first = Object.fromEntries(
    await Promise.all(parts.map(async (part) => [part, (await versionOf(part)).version] as const)),
  );
  for (const [part, version] of Object.entries(first)) {
    await linkFolder(path.join(storeFolder, part, version), path.join(store, part, version));
  }
  const next = await packNext(remotes);
  for (const [part, version] of Object.entries(next)) {
    await publish({ part, version, from: folderStorage(packedFolder), ...place });
  }
  const versions = Object.fromEntries(
    Object.entries(next).map(([part, version]) => [part, { first: first[part] ?? '', next: version }]),
  );

  const opsToken = 'the-operators-of-a-site-for-tests-only';
  const said: string[] = [];
  const service = await startSiteProcess({
    port,
    dataFolder: folder,
    storeFolder: store,
    environment: {
      STORE_URL: '',
      OPS_TOKEN: opsToken,
      // One machine plays all visitors.
      RATE_LIMIT_FACTOR: '1000',
    },
    // The API's log is left out.
    onLine: (line) => line.startsWith('{') || said.push(line),
  });
  const origin = `http://localhost:${port}`;
  const siteFolder = path.join(folder, 'site');
  return {
    origin,
    cdn: `http://localhost:${port + 1}`,
    api: `http://localhost:${port + 2}`,
    opsToken,
    place,
    versions,
    said,
    compose: () =>
      composeSite({
        ...place,
        siteFolder,
        siteOrigin: origin,
        cdnOrigin: `http://localhost:${port + 1}`,
        apiOrigin: `http://localhost:${port + 2}`,
      }),
    async untilServed(revision) {
      const deadline = Date.now() + WAIT_MS;
      for (;;) {
        const response = await fetch(`${origin}/registry.json`);
        const { registry } = (await response.json()) as SignedRegistry;
        if (registry.revision >= revision) return;
        if (Date.now() > deadline)
          throw new Error(`Revision ${revision} was never served.\n${said.join('\n')}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async stop() {
      await stopService(service);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Released files never change, so that another name for them is as good as a copy, where the disk is the same. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await linkFolder(source, target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
}
