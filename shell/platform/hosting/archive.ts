import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { nodeFileTrace } from '@vercel/nft';
import { packTar, type TarEntry } from 'modern-tar';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { requireJson } from '../formats/parse-json';
import { describeFolders } from '../../packages/kit/pack/sbom';
import { filesBelow } from '../../packages/node/files';
import { packageVersion, root } from '../../packages/node/folders';
import { inParallel } from '../../packages/node/in-parallel';

/** The scripts that `bundleRoles` writes; in the archive they are in the folder `shell`. */
const BUNDLES = ['role.cjs', 'doctor.cjs', 'backup.cjs', 'media.cjs', 'release.cjs', 'check-process.cjs'];

/** Scripts that Node starts, besides these. What they import is added. */
const SCRIPTS = [
  'api/dist/src/roles/main.js',
  'api/dist/src/roles/backup.js',
  'api/dist/src/roles/media.js',
  'api/src/features/accounts/hash-worker.cjs',
  'shell/platform/prerender/render-process.mjs',
  // This file is listed, because TypeORM loads it by a computed name.
  'node_modules/mysql2/index.js',
];

/** Where the files for hosting are in the sources. In the archive they are in the folder `hosting`. */
const HOSTING = 'shell/platform/hosting';
const HOSTING_FILES = [
  'nginx.conf',
  'database-roles.sql',
  'redis.acl',
  'isa.logrotate',
  'isa.rsyslog.conf',
  'systemd',
  'monitoring/rules.yml',
  'monitoring/prometheus.yml',
  'monitoring/dashboard.json',
].map((name) => `${HOSTING}/${name}`);

/** Files that are read at run time by names that cannot be traced, or that operators copy. */
const OTHER_FILES = ['LICENSE', 'shell/docs/changelog.md', 'api/content/media/lessons', ...HOSTING_FILES];

/** Files that only TypeScript, debuggers and people read. */
const IGNORED = ['**/*.d.ts', '**/*.map', '**/*.md'];

/** Fields of the project's manifests that Node needs; the others describe development. */
const manifestSchema = z.looseObject({ name: z.string(), version: z.string() });
const KEPT_FIELDS = ['name', 'version', 'private', 'license', 'type', 'main', 'exports'];

/**
 * Writes an archive with everything that the roles need besides Node, for machines like this one. Equal
 * sources and packages give equal bytes.
 * @param scripts the folder of the bundled scripts.
 * @param into a folder.
 * @returns also the path of the software bill of materials, and the bytes of the archive and of its files.
 */
export async function writeArchive(scripts: string, into: string) {
  const bundles = BUNDLES.map((name) => path.join(path.relative(root, scripts), name));
  const { fileList } = await nodeFileTrace(
    [...bundles, ...SCRIPTS].map((file) => path.join(root, file)),
    // Every supported Node requires modules by the second condition.
    { base: root, ignore: IGNORED, conditions: ['node', 'module-sync'] },
  );
  const others = (await Promise.all(OTHER_FILES.map((name) => filesBelow(path.join(root, name))))).flat();
  const names = [...new Set([...fileList, ...others.map((file) => path.relative(root, file))])].sort();
  const traced = await inParallel(names, (name) =>
    readEntry(
      name,
      bundles.includes(name) ? `shell/${path.basename(name)}` : name.replace(`${HOSTING}/`, 'hosting/'),
    ),
  );
  const entries = traced
    .filter(({ header }) => header.name !== 'package.json')
    .sort((one, other) => (one.header.name < other.header.name ? -1 : 1));

  const version = `${packageVersion(root)}-${revisionOf(entries)}`;
  // The archive's name and only folder.
  const name = `isa-${version}-${process.platform}-${process.arch}`;
  const manifest = { name: 'isa', version, private: true, license: 'MIT', isa: { apps: {} } };
  const all = [fileEntry('package.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)), ...entries];
  const tar = await packTar(
    all.map(({ header, body }) => ({ header: { ...header, name: `${name}/${header.name}` }, body })),
  );
  const packed = await promisify(gzip)(tar, { level: constants.Z_BEST_COMPRESSION });

  await mkdir(into, { recursive: true });
  const file = path.join(into, `${name}.tar.gz`);
  const sbom = path.join(into, `${name}.cdx.json`);
  await writeFileAtomic(file, packed);
  const folders = names.map((traced) => path.dirname(path.join(root, traced)));
  await writeFileAtomic(sbom, describeFolders('isa', version, root, folders));
  const unpacked = all.reduce((sum, { header }) => sum + header.size, 0);
  return { file, sbom, name, version, files: all.length, size: { packed: packed.length, unpacked } };
}

/** @param target its name in the archive. */
async function readEntry(name: string, target: string): Promise<TarEntry> {
  const file = path.join(root, name);
  if ((await lstat(file)).isSymbolicLink()) {
    const header = { ...OWNER, name: target, size: 0, mode: 0o777, type: 'symlink' } as const;
    return { header: { ...header, linkname: await readlink(file) } };
  }
  const bytes = await readFile(file);
  const isOwnManifest = path.basename(name) === 'package.json' && !name.includes('node_modules');
  if (!isOwnManifest) return fileEntry(target, bytes);
  const fields = Object.entries(requireJson(bytes, manifestSchema, name));
  const kept = Object.fromEntries(fields.filter(([field]) => KEPT_FIELDS.includes(field)));
  return fileEntry(target, Buffer.from(`${JSON.stringify(kept, null, 2)}\n`));
}

/** The same owner and time for all entries, independent of user, time and umask of the build. */
const OWNER = { mtime: new Date(0), uid: 0, gid: 0, uname: 'root', gname: 'root' } as const;

function fileEntry(name: string, body: Buffer): TarEntry {
  return { header: { ...OWNER, name, size: body.length, mode: 0o644, type: 'file' }, body };
}

/** A hash of names and contents. */
function revisionOf(entries: readonly TarEntry[]): string {
  const hash = createHash('sha256');
  for (const { header, body } of entries) {
    hash.update(`${header.name}\0${header.linkname ?? ''}\0${header.size}\0`);
    if (Buffer.isBuffer(body)) hash.update(body);
  }
  return hash.digest('hex').slice(0, 12);
}
