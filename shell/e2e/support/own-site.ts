import { execFile } from 'node:child_process';
import { copyFile, link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startService, stopService, waitUntilReady } from '../../commands/processes';
import { type Composed, composeSite } from '../../release/compose/compose-site';
import { ownKeys } from '../../release/keys/keys';
import { keysFolder, packedFolder, storeFolder } from '../../release/locations';
import { versionOf } from '../../release/pack';
import { publish } from '../../release/publish';
import type { Place } from '../../release/registry/changes';
import { folderStorage } from '../../release/storage/folder';
import type { SignedRegistry } from '../../src/remotes/registry';
import { remoteNames, root } from '../../webpack/folders';

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
  const versions: Record<string, { first: string; next: string }> = {};
  for (const part of ['shell', ...remoteNames()]) {
    const { version: first } = await versionOf(part);
    await linkFolder(path.join(storeFolder, part, first), path.join(store, part, first));
    if (remotes.includes(part)) versions[part] = { first, next: `${first}.journey` };
  }
  await Promise.all(Object.entries(versions).map(([part, { next }]) => packAndPublish(part, next, place)));

  const opsToken = 'the-operators-of-a-site-for-tests-only';
  const said: string[] = [];
  const service = startService(
    'The site',
    ['--conditions=source', '--import', 'tsx', path.join(root, 'shell/commands/start.ts')],
    {
      PORT: String(port),
      CDN_PORT: String(port + 1),
      API_PORT: String(port + 2),
      SANDBOX_PORT: String(port + 3),
      DATA_FOLDER: folder,
      STORE_FOLDER: store,
      STORE_URL: '',
      KEYS_FOLDER: keysFolder,
      DATABASE_URL: '',
      OPS_TOKEN: opsToken,
      // One machine plays all visitors.
      RATE_LIMIT_FACTOR: '1000',
    },
    (line) => {
      if (line.startsWith('{')) return;
      said.push(line);
      if (process.env.DEBUG_SITE) process.stdout.write(`${line}\n`);
    },
  );
  const origin = `http://localhost:${port}`;
  await waitUntilReady(`${origin}/`, service, 180_000);
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

/** In a process of its own, as a team does it: a build leaves much behind in memory. */
async function packAndPublish(part: string, version: string, place: Place): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [
      '--conditions=source',
      '--import',
      'tsx',
      path.join(root, 'shell/commands/release.ts'),
      'pack',
      part,
      '--version',
      version,
    ],
    { cwd: root },
  );
  await publish({ part, version, from: folderStorage(packedFolder), ...place });
  // Those of former sources would only pile up.
  const packed = await readdir(path.join(packedFolder, part));
  const former = packed.filter((name) => name.endsWith('.journey') && name !== version);
  await Promise.all(former.map((name) => rm(path.join(packedFolder, part, name), { recursive: true })));
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
