import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { MenuEntry } from '@isa/contract';
import { type Release, RELEASE_FILE } from '../../../platform/formats/release';
import { publish } from '../../../platform/release/publish/publish';
import { integrityOf } from '../../../platform/formats/integrity-of';
import { type Keys, REGISTRY_OWNER, type Trust } from '../../../platform/store/keys/local-keys';
import { createKeyPair } from '../../../platform/store/keys/signature';
import { signRelease } from '../../../platform/store/releases';
import { folderStorage } from '../../../platform/store/storage/folder';
import type { Storage } from '../../../platform/store/storage/storage';
import { testScript } from '../test-script';
import type { Job } from './child-process';
import { minimalRemote, MINIMAL_SHELL } from './minimal-builds';

const KEY_OWNERS = [REGISTRY_OWNER, 'shell', 'shop', 'learning', 'marketing'];

/** A trusted key pair for each owner. */
export function testKeys(owners: readonly string[] = KEY_OWNERS): Keys {
  const pairs = new Map(owners.map((owner) => [owner, createKeyPair()]));
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

/** Writes keys where a process with this keys folder finds them. */
async function saveKeys(keys: Keys, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'trusted.json'), JSON.stringify(await keys.trust()));
  for (const owner of KEY_OWNERS) {
    const key = await keys.privateKey(owner);
    await writeFile(path.join(folder, `${owner}.key.pem`), key.export({ type: 'pkcs8', format: 'pem' }));
  }
}

/** Makes a temporary folder, which the test removes. */
export async function temporaryFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-release-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface TestRelease {
  readonly app: string;
  readonly version: string;
  readonly paths?: readonly string[];
  /** The addresses of its routes with parameters. */
  readonly addresses?: readonly string[];
  readonly menu?: readonly MenuEntry[];
  /** Its files besides the entry. */
  readonly files?: Readonly<Record<string, string>>;
  readonly shared?: Release['shared'];
  readonly provides?: Release['provides'];
  readonly calls?: Release['calls'];
  readonly sizes?: Release['sizes'];
  /** Whether its scripts are named after their content, and shared with other releases of the app. */
  readonly sharesFiles?: Release['sharesFiles'];
}

/** The best compression would take as long as everything else that a release needs. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Packs a release of a few small files, signed by its team, where a build would write it. */
export async function packTestRelease(packed: Storage, keys: Keys, options: TestRelease): Promise<Release> {
  const {
    app,
    version,
    paths = [app === 'shell' ? '/login' : `/${app}`],
    addresses,
    menu = [],
    files = {},
    shared = [],
    provides = [],
    calls,
    sizes,
    sharesFiles,
  } = options;
  const named = (stem: string, text: string) =>
    sharesFiles ? contentName(`${stem}.js`, text) : `${stem}.0123456789ab.js`;
  const entryText = `// ${app} ${version}`;
  const entry = named(app === 'shell' ? 'main' : 'remote-entry', entryText);
  const remoteText = `exports.${app} = "${version}";`;
  const contents = {
    [entry]: entryText,
    ...(app !== 'shell' && { [named('remote', remoteText)]: remoteText }),
    ...TYPES[app === 'shell' ? 'shell' : 'remote'],
    'node/server.cjs': app === 'shell' ? MINIMAL_SHELL : minimalRemote(app, app),
    ...files,
  };
  const prefix = `${app}/${version}/`;
  const releasedFiles: Record<string, Release['files'][string]> = {};
  for (const [name, text] of Object.entries(contents)) {
    const bytes = Buffer.from(text);
    const brotli = brotliCompressSync(bytes, FAST);
    releasedFiles[name] = { integrity: integrityOf(bytes), bytes: bytes.length, brotliBytes: brotli.length };
    await packed.create(prefix + name, bytes);
    if (!name.includes('/')) await packed.create(`${prefix}${name}.br`, brotli);
  }
  const release: Release = {
    name: app,
    version,
    revision: 'test',
    contract: '1.0.0',
    shared,
    provides,
    entry,
    globalName: `mf_${app}_${version}`.replace(/\W/g, '_'),
    routes: paths.map((route) => ({
      path: route,
      title: route,
      ...(addresses && route.includes(':') && { addresses }),
    })),
    menu,
    ...(calls && { calls }),
    ...(sizes && { sizes }),
    ...(sharesFiles && { sharesFiles }),
    files: releasedFiles,
  };
  const signed = await signRelease(release, keys);
  await packed.create(prefix + RELEASE_FILE, Buffer.from(JSON.stringify(signed)));
  return release;
}

/** The name of a file that releases share: `page.js` becomes `page.<hash>.js`. */
export function contentName(file: string, text: string): string {
  const hash = createHash('sha384').update(text).digest('hex').slice(0, 20);
  return file.replace(/(?=\.\w+$)/, `.${hash}`);
}

const manifest = (name: string) =>
  JSON.stringify({ name, version: '1.0.0', exports: { '.': { types: './src/index.d.ts' } } });

const THIRD_PARTY = { 'types/third-party.json': '{}' };

/** The declarations that a type check of a remote against a shell needs at least. */
const TYPES = {
  shell: {
    ...THIRD_PARTY,
    'types/@isa/contract/package.json': manifest('@isa/contract'),
    'types/@isa/contract/src/index.d.ts':
      'export interface Host { readonly site: { readonly name: string } }',
    'types/@isa/ui/package.json': manifest('@isa/ui'),
    'types/@isa/ui/src/index.d.ts': 'export {};',
    'types/@isa/api-contract/package.json': manifest('@isa/api-contract'),
    'types/@isa/api-contract/src/index.d.ts': 'export {};',
  },
  remote: {
    ...THIRD_PARTY,
    'types/@isa/api-contract/package.json': manifest('@isa/api-contract'),
    'types/@isa/api-contract/src/index.d.ts': 'export {};',
    'types/src/remote.tsx':
      "import type { Host } from '@isa/contract';\nexport default (host: Host): string => host.site.name;",
  },
} as const;

/** The package that every remote of a test takes from its shell. */
export const CONTRACT = { request: '@isa/contract', range: '^1.0.0' } as const;

export interface ChildResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

function resultOf(child: ChildProcess): Promise<ChildResult> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, stderr })));
}

/**
 * A store in a temporary folder with its keys, and a second folder for packed releases. Its minimal releases show nothing in
 * a browser, so checks start none, except with `startsBrowser`.
 */
export async function openStore({ startsBrowser = false } = {}) {
  if (!startsBrowser) process.env.CHROMIUM_PATH = '';
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
    /** Variables with which a process uses this store, once `saveKeys` has written the keys. */
    environment: { DATA_FOLDER: folder, STORE_FOLDER: '', KEYS_FOLDER: '', RELEASE_TRUST: '', STORE_URL: '' },
    pack: (release: TestRelease) => packTestRelease(packed, keys, release),
    /** Writes the keys for processes whose `DATA_FOLDER` is `folder`. */
    saveKeys: () => saveKeys(keys, path.join(folder, 'keys')),
    /** Runs a job in a child process. */
    async runInChild(job: Job): Promise<ChildResult> {
      await saveKeys(keys, path.join(folder, 'keys'));
      const script = await testScript('shell/tooling/testing/release/child-process.ts');
      return resultOf(
        spawn(process.execPath, [script, JSON.stringify(job)], {
          env: { ...process.env, DATA_FOLDER: folder, STORE_FOLDER: '', KEYS_FOLDER: '', STORE_URL: '' },
        }),
      );
    },
    /** Packs and publishes a release. */
    async release(release: TestRelease): Promise<Release> {
      await packTestRelease(packed, keys, release);
      const { app, version } = release;
      return (await publish({ app, version, from: packed, storage, keys })).release;
    },
  };
}
