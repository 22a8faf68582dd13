import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { cdnOrigin, paymentOrigins, ports } from '../../tools/settings';
import { UserError } from '../../tools/user-error';
import { nginxConfiguration } from '../../server/nginx/configuration';
import { type SiteTable, TABLE_FILE } from '../../formats/route-table';
import { dataFolder, siteFolder, storeFolder } from '../../tools/locations';
import { type CommonOptions, report, tell } from './output';

interface Wish {
  readonly siteOrigin: string;
  readonly cdnOrigin: string;
  readonly api: string;
  readonly ops?: string;
  readonly certificate?: string;
  readonly certificateKey?: string;
  readonly accessLog: string;
  readonly out?: string;
}

/** nginx: what a host is told. */
export function addNginxVerb(program: Command): void {
  const { site, api } = ports();
  program
    .command('nginx')
    .summary('write the configuration of nginx as site and CDN')
    .description(
      'Writes the configuration with which nginx serves compositions and the store, and hands calls to the API. Folders, origins and ports are this machine’s unless said otherwise; a store in a bucket is left to its own CDN. A new composition needs no reload; another origin does. What addresses there are in any case, and where they lead, is taken from the composition in use.',
    )
    .option(
      '--site-origin <origin>',
      'where visitors find the site',
      process.env.SITE_ORIGIN ?? `http://localhost:${site}`,
    )
    .option('--cdn-origin <origin>', 'where browsers find the store', cdnOrigin())
    .option('--api <host:port>', 'where the API listens', `127.0.0.1:${api}`)
    .option(
      '--ops <host:port>',
      'where the site process answers for the operators’ pages; without it they are away',
    )
    .option('--certificate <file>', 'a certificate for both names, with its chain: TLS then ends in nginx')
    .option('--certificate-key <file>', 'its private key')
    .option(
      '--access-log <file>',
      'where requests are written down, without query strings',
      '/var/log/nginx/isa.log',
    )
    .option('--out <file>', 'write to a file instead of the terminal')
    .addHelpText(
      'after',
      `
Example:
  npm run -s release -- nginx --site-origin https://academy.example --cdn-origin https://cdn.academy.example \\
    --certificate /etc/letsencrypt/live/academy.example/fullchain.pem \\
    --certificate-key /etc/letsencrypt/live/academy.example/privkey.pem --out /etc/nginx/conf.d/isa.conf
  nginx -t && nginx -s reload`,
    )
    .action(async (wish: Wish, command: Command) => {
      const common = command.optsWithGlobals<CommonOptions>();
      const { certificate, certificateKey, out, ...origins } = wish;
      if (Boolean(certificate) !== Boolean(certificateKey)) {
        throw new UserError('A certificate needs its key: --certificate and --certificate-key go together.');
      }
      const text = await nginxConfiguration({
        ...origins,
        siteFolder,
        table: await tableInUse(),
        storeFolder,
        servesStore: !process.env.STORE_URL?.startsWith('s3:'),
        mediaFolder: path.resolve(process.env.MEDIA_FOLDER ?? path.join(dataFolder, 'media')),
        paymentOrigins: paymentOrigins(),
        ...(certificate && certificateKey && { tls: { certificate, key: certificateKey } }),
      });
      if (out && !common.dryRun) await writeFile(out, text);
      report(common, { file: out, configuration: text }, () =>
        out && !common.dryRun ? `${out} is written. Next: nginx -t && nginx -s reload` : text.trimEnd(),
      );
    });
}

/** @returns `undefined` while nothing has been composed. */
async function tableInUse(): Promise<SiteTable | undefined> {
  const file = path.join(siteFolder, 'current', TABLE_FILE);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return JSON.parse(text) as SiteTable;
  tell(
    `Nothing is composed in ${siteFolder} yet: until this is written again, addresses count in their own case only, and redirects are pages that lead on.`,
  );
  return undefined;
}
