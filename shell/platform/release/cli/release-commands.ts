import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { RELEASE_FILE } from '../../formats/release';
import { isPullRequest } from '../../store/releases';
import { defaultStorage, storageAt } from '../../store/storage/default-storage';
import { folderStorage } from '../../store/storage/folder';
import { appNames, isKit } from '../../../packages/node/folders';
import { packedFolder } from '../../store/locations';
import { UserError } from '../../../packages/node/user-error';
import { stepsToPromote } from '../next-steps';
import { commonOptions, log, parseReleaseName, printResult } from './output';

export function addReleaseCommands(program: Command): void {
  program
    .command('pack')
    .argument('<app>', 'shell, or a remote such as shop')
    .summary('build a release and sign it')
    .description(
      'Builds an app for the browser and for Node, hashes every file and signs release.json with the team’s key. Equal sources give equal bytes on every machine.',
    )
    .option(
      '--version <version>',
      'such as 1.5.0; by default the package’s version and a hash of the sources',
    )
    .addHelpText(
      'after',
      `
The release is written to ${packedFolder}/<app>/<version>. publish copies it to the store.

Examples:
  npm run release -- pack shop
  npm run release -- pack shop --version 1.5.0`,
    )
    .action(async (app: string, options: { readonly version?: string }) => {
      const apps = appNames();
      if (!apps.includes(app)) throw new UserError(`Unknown app: ${app}. Known: ${apps.join(', ')}.`);
      // The build tools are loaded on demand, because they are large and no other command needs them.
      const { pack, versionOf } = await import('../publish/pack');
      const version = options.version ?? (await versionOf(app)).version;
      if (commonOptions(program).dryRun) {
        const result = { app, version, changed: false };
        return printResult(program, result, () => `${app}@${version} would be packed.`);
      }
      log(`Packing ${app}@${version}…`);
      const { revision } = await pack({ app, version });
      const folder = path.join(packedFolder, app, version);
      printResult(program, { app, version, revision, folder }, () => [
        `${app}@${version} is packed in ${folder}.`,
        `Next: npm run release -- publish ${app}@${version}`,
      ]);
    });

  program
    .command('publish')
    .argument('<release>', 'shop for the newest that was packed here, or shop@1.5.0')
    .summary('copy a packed release to the store')
    .description(
      'Copies a packed release to the store, reads every file back and compares its hash. Files in the store are never overwritten, and no visitor gets the release until it is promoted.',
    )
    .option('--to <store>', 'another store than the configured one: a folder, or s3://bucket/prefix')
    .addHelpText(
      'after',
      `
The store is a folder (STORE_FOLDER) or a bucket: STORE_URL=s3://bucket/prefix with AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY, AWS_REGION and, for other providers than Amazon, AWS_ENDPOINT_URL_S3. The bucket must support
conditional writes (If-None-Match, If-Match), as those of Amazon, MinIO and R2 do.

Examples:
  npm run release -- publish shop
  npm run release -- publish shop@1.5.0 --dry-run
  npm run release -- publish shop@1.5.0 --to s3://academy-releases`,
    )
    .action(async (text: string, options: { readonly to?: string }) => {
      const { dryRun } = commonOptions(program);
      const { app, version = await newestPacked(app) } = parseReleaseName(text);
      const name = `${app}@${version}`;
      // Otherwise it would begin a store of its own, in which nothing is live.
      if (isKit && !options.to && !process.env.STORE_URL && !process.env.STORE_FOLDER)
        throw new UserError('Set STORE_FOLDER or STORE_URL to the store of the site, as README.md says.');
      const storage = options.to ? storageAt(options.to) : defaultStorage();
      const { publish } = await import('../publish/publish');
      const { release, ...published } = await publish({
        app,
        version,
        storage,
        dryRun,
        onProgress(done, all) {
          // A counter on one line of a terminal; logs get none.
          const end = done === all ? '\n' : '';
          if (process.stderr.isTTY)
            process.stderr.write(`\rPublishing ${name}: ${done} of ${all} files${end}`);
        },
      });
      const { revision } = release;
      const result = { app, version, store: storage.address, revision, ...published };
      const steps = await stepsToPromote(app, version, storage);
      printResult(program, result, () => {
        const size = `${published.files} files, ${(published.bytes / 1024).toFixed(1)} KB`;
        if (dryRun) return `${name} would be copied to ${storage.address} (${size}).`;
        const preview = app === 'shell' || isKit ? [] : [`See:  npm run release -- preview ${name}`];
        // In the repository of a remote there are no operators' keys, so the next step is told as a sentence.
        const then = isKit ? 'The operators check it in a browser, and promote it' : 'Then';
        return [
          published.changed
            ? `${name} is in ${storage.address}; every file was read back and verified (${size}).`
            : `${name} is in ${storage.address} already, with the same bytes.`,
          ...(isPullRequest(version)
            ? [`Next: npm run release -- preview ${name}`]
            : [...preview, `Next: ${steps.check}`, `${then}: ${steps.promote}`]),
        ];
      });
    });
}

/** The version that was packed last. @throws UserError when there is none. */
async function newestPacked(app: string): Promise<string> {
  const versions = await folderStorage(packedFolder).folders(`${app}/`);
  const packed = await Promise.all(
    versions.map(async (version) => {
      const stats = await stat(path.join(packedFolder, app, version, RELEASE_FILE)).catch(() => undefined);
      return { version, time: stats?.mtimeMs ?? 0 };
    }),
  );
  const [newest] = packed.filter(({ time }) => time > 0).sort((a, b) => b.time - a.time);
  if (newest) return newest.version;
  throw new UserError(`${app} is not packed on this machine. Run npm run release -- pack ${app} first.`);
}
