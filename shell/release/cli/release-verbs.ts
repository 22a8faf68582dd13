import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { UserError } from '../../tools/user-error';
import { remoteNames } from '../../tools/folders';
import { packedFolder } from '../../tools/locations';
import { publish } from '../publish';
import { RELEASE_FILE } from '../../formats/release';
import { folderStorage } from '../../store/storage/folder';
import { ownStorage, storageAt } from '../../store/storage/own';
import { type CommonOptions, countFiles, kilobytes, named, type Named, report, tell } from './output';

/** pack and publish: what a team does alone. */
export function addReleaseVerbs(program: Command): void {
  program
    .command('pack')
    .argument('<part>', 'shell, or a remote such as shop')
    .summary('build a release and sign it')
    .description(
      'Builds a part for the browser and for Node, hashes every file and signs release.json with the key of its team. Equal sources give equal bytes, on any machine.',
    )
    .option(
      '--version <version>',
      'such as 1.5.0; by default the package’s version and a hash of the sources',
    )
    .addHelpText(
      'after',
      `
The release is made in ${packedFolder}/<part>/<version> and touches nobody: publish brings it to the store.

Examples:
  npm run release -- pack shop
  npm run release -- pack shop --version 1.5.0`,
    )
    .action(async (part: string, wish: { readonly version?: string }, command: Command) => {
      requirePart(part);
      const common = command.optsWithGlobals<CommonOptions>();
      // The build tools are large, and no other verb needs them.
      const { pack, versionOf } = await import('../pack');
      const version = wish.version ?? (await versionOf(part)).version;
      if (common.dryRun) {
        return report(common, { part, version, changed: false }, () => `${part}@${version} would be packed.`);
      }
      tell(`Packing ${part}@${version}…`);
      const release = await pack({ part, version });
      const folder = path.join(packedFolder, part, version);
      report(common, { part, version, revision: release.revision, folder }, () => [
        `${part}@${version} is packed in ${folder}.`,
        `Next: npm run release -- publish ${part}@${version}`,
      ]);
    });

  program
    .command('publish')
    .argument('<release>', 'shop for the newest that was packed here, or shop@1.5.0')
    .summary('bring a packed release to the store')
    .description(
      'Brings a packed release to the store, reads every file back and compares its hash. What is in the store is never overwritten, and nobody sees the release until it is promoted.',
    )
    .option('--to <store>', 'another store than this machine’s own: a folder, or s3://bucket/prefix')
    .addHelpText(
      'after',
      `
The store is a folder (STORE_FOLDER) or a bucket: STORE_URL=s3://bucket/prefix with AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY, AWS_REGION and, for other providers than Amazon, AWS_ENDPOINT_URL_S3. The bucket must know
conditional writes (If-None-Match, If-Match), as Amazon's, MinIO's and R2 do.

Examples:
  npm run release -- publish shop
  npm run release -- publish shop@1.5.0 --dry-run
  npm run release -- publish shop@1.5.0 --to s3://academy-releases`,
    )
    .action(async (text: string, options: { readonly to?: string }, command: Command) => {
      const common = command.optsWithGlobals<CommonOptions>();
      const { part, version } = await newestPacked(named(text));
      const storage = options.to ? storageAt(options.to) : ownStorage();
      const { release, ...published } = await publish({
        part,
        version,
        storage,
        dryRun: common.dryRun ?? false,
        onProgress: countFiles(`Publishing ${part}@${version}`),
      });
      const result = { part, version, store: storage.address, revision: release.revision, ...published };
      report(common, result, () => {
        const size = `${published.files} files, ${kilobytes(published.bytes)}`;
        if (common.dryRun) return `${part}@${version} would go to ${storage.address} (${size}).`;
        if (!published.changed)
          return `${part}@${version} is in ${storage.address} already, with these very bytes.`;
        return [
          `${part}@${version} is in ${storage.address}, and every file was read back and is true (${size}).`,
          `Next: npm run release -- check ${part}@${version}`,
          part === 'shell'
            ? `Then: npm run release -- promote ${part}@${version}`
            : `Then: npm run release -- promote ${part}@${version} --percent 5`,
        ];
      });
    });
}

/** @throws UserError when there is no such part in the house. */
export function requirePart(part: string): void {
  const parts = ['shell', ...remoteNames()];
  if (!parts.includes(part))
    throw new UserError(`There is no part "${part}"; there are ${parts.join(', ')}.`);
}

async function newestPacked({
  part,
  version,
}: Named): Promise<{ readonly part: string; readonly version: string }> {
  if (version) return { part, version };
  const folders = await folderStorage(packedFolder).folders(`${part}/`);
  const packed = await Promise.all(
    folders.map(async (folder) => {
      const file = path.join(packedFolder, part, folder, RELEASE_FILE);
      const time = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      return { version: folder, time };
    }),
  );
  const newest = packed.filter(({ time }) => time > 0).sort((a, b) => b.time - a.time)[0];
  if (newest) return { part, version: newest.version };
  throw new UserError(`${part} is not packed on this machine: npm run release -- pack ${part} does that.`);
}
