import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { MenuEntry } from '@isa/contract';
import { integrityOf } from '../../store/integrity';
import { type Keys, REGISTRY, type Trust } from '../../store/keys/keys';
import { makePair } from '../../store/keys/pair';
import { publish } from '../../release/publish';
import type { Job } from './child';
import { signRelease } from '../../store/release-file';
import { RELEASE_FILE, type Release } from '../../formats/release';
import { folderStorage } from '../../store/storage/folder';
import type { Storage } from '../../store/storage/storage';

/** Everybody who signs in a test. */
const OWNERS = [REGISTRY, 'shell', 'shop', 'learning', 'marketing'];

/** Keys of its own for each owner, all of them trusted. */
export function testKeys(owners: readonly string[] = OWNERS): Keys {
  const pairs = new Map(owners.map((owner) => [owner, makePair()]));
  const trust: Trust = Object.fromEntries(
    [...pairs].map(([owner, { publicKey }]) => [owner, [{ ...publicKey, since: '2026-01-01T00:00:00Z' }]]),
  );
  return {
    trust: async () => trust,
    async privateKey(owner) {
      const pair = pairs.get(owner);
      if (!pair) throw new Error(`The test has no key of ${owner}.`);
      return pair.privateKey;
    },
  };
}

/** Puts keys where a process of this machine looks for its own. */
async function keepKeys(keys: Keys, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'trusted.json'), JSON.stringify(await keys.trust()));
  for (const owner of OWNERS) {
    const key = await keys.privateKey(owner);
    await writeFile(path.join(folder, `${owner}.key.pem`), key.export({ type: 'pkcs8', format: 'pem' }));
  }
}

/** A folder on this machine that goes with the test. */
export async function temporaryFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-release-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface FakeRelease {
  readonly part: string;
  readonly version: string;
  readonly paths?: readonly string[];
  readonly menu?: readonly MenuEntry[];
  /** Beside the entry. */
  readonly files?: Readonly<Record<string, string>>;
  readonly shared?: Release['shared'];
  readonly provides?: Release['provides'];
}

/** Packs a release of a few small files, signed by its team, where a build would have put it. */
export async function packFake(packed: Storage, keys: Keys, fake: FakeRelease): Promise<Release> {
  const { part, version, paths = [`/${part}`], menu = [], files = {}, shared = [], provides = [] } = fake;
  const entry = part === 'shell' ? 'main.0123456789ab.js' : 'remote-entry.0123456789ab.js';
  const contents = {
    [entry]: `// ${part} ${version}`,
    ...(part !== 'shell' && { 'remote.0123456789ab.js': `exports.${part} = "${version}";` }),
    ...TYPES[part === 'shell' ? 'shell' : 'remote'],
    ...files,
  };
  const place = `${part}/${version}/`;
  const described: Record<string, Release['files'][string]> = {};
  for (const [name, text] of Object.entries(contents)) {
    const bytes = Buffer.from(text);
    const brotli = brotliCompressSync(bytes);
    described[name] = { integrity: integrityOf(bytes), bytes: bytes.length, brotliBytes: brotli.length };
    await packed.create(place + name, bytes);
    if (!name.includes('/')) await packed.create(`${place}${name}.br`, brotli);
  }
  const release: Release = {
    name: part,
    version,
    revision: 'test',
    contract: '1.0.0',
    shared,
    provides,
    entry,
    globalName: `mf_${part}_${version}`.replace(/\W/g, '_'),
    routes: paths.map((route) => ({ path: route, title: route })),
    menu,
    files: described,
  };
  const signed = await signRelease(release, keys);
  await packed.create(place + RELEASE_FILE, Buffer.from(JSON.stringify(signed)));
  return release;
}

const manifest = (name: string) =>
  JSON.stringify({ name, version: '1.0.0', exports: { '.': { types: './src/index.d.ts' } } });

/** As little as types can be checked with. */
const TYPES = {
  shell: {
    'types/@isa/contract/package.json': manifest('@isa/contract'),
    'types/@isa/contract/src/index.d.ts':
      'export interface Host { readonly site: { readonly name: string } }',
    'types/@isa/ui/package.json': manifest('@isa/ui'),
    'types/@isa/ui/src/index.d.ts': 'export {};',
    'types/@isa/api-contract/package.json': manifest('@isa/api-contract'),
    'types/@isa/api-contract/src/index.d.ts': 'export {};',
  },
  remote: {
    'types/@isa/api-contract/package.json': manifest('@isa/api-contract'),
    'types/@isa/api-contract/src/index.d.ts': 'export {};',
    'types/src/remote.tsx':
      "import type { Host } from '@isa/contract';\nexport default (host: Host): string => host.site.name;",
  },
} as const;

/** What every remote of a test takes from its shell. */
export const CONTRACT = { request: '@isa/contract', range: '^1.0.0' } as const;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

function ended(child: ChildProcess): Promise<Ended> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, said })));
}

/** A store in a folder with its keys, and releases that are packed beside it. */
export async function testPlace() {
  const { folder, remove } = await temporaryFolder();
  const keys = testKeys();
  const storage = folderStorage(path.join(folder, 'store'));
  const packed = folderStorage(path.join(folder, 'packed'));
  return {
    folder,
    keys,
    storage,
    packed,
    remove,
    pack: (fake: FakeRelease) => packFake(packed, keys, fake),
    /** Puts the keys where a process finds them whose `DATA_FOLDER` is `folder`. */
    keep: () => keepKeys(keys, path.join(folder, 'keys')),
    /** Does a job in a process of its own. @returns how it ended, and what it said. */
    async inChild(job: Job): Promise<Ended> {
      await keepKeys(keys, path.join(folder, 'keys'));
      return ended(
        spawn(
          process.execPath,
          ['--conditions=source', '--import', 'tsx', path.join(__dirname, 'child.ts'), JSON.stringify(job)],
          { env: { ...process.env, DATA_FOLDER: folder, STORE_FOLDER: '', KEYS_FOLDER: '', STORE_URL: '' } },
        ),
      );
    },
    /** Packs and publishes. */
    async release(fake: FakeRelease): Promise<void> {
      await packFake(packed, keys, fake);
      await publish({ part: fake.part, version: fake.version, from: packed, storage, keys });
    },
  };
}
