import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import {
  cdnOrigin,
  contentOrigins,
  officeOrigin,
  operatorHeader,
  opsOrigin,
  ports,
  previewOrigin,
  siteOrigin,
} from '../../server/addresses';
import { UserError } from '../../../packages/node/user-error';
import { requireJson } from '../../formats/parse-json';
import { ROUTE_TABLE_FILE, type RouteTable, routeTableSchema } from '../../formats/route-table';
import { dataFolder } from '../../../packages/node/folders';
import { formerShellsFolder, siteFolder } from '../../store/locations';
import { log, writeOrPrint } from './output';

type Forwarded = 'ops' | 'office' | 'preview';

interface NginxOptions extends Partial<
  Readonly<Record<Forwarded | `${Forwarded}Origin` | 'certificate' | 'certificateKey' | 'out', string>>
> {
  readonly siteOrigin: string;
  readonly cdnOrigin: string;
  readonly api: readonly string[];
  readonly balancer?: readonly string[];
  readonly accessLog: string;
}

export function addNginxCommand(program: Command): void {
  program
    .command('nginx')
    .summary('write an nginx configuration for the site and the CDN')
    .description(
      'Writes a configuration with which nginx serves the built site and the store, and forwards calls to the API. Folders, origins and ports are those of this machine by default; a store in a bucket is served by its own CDN. A new site build needs no reload, another origin does. Redirects, and addresses in other letter case, are taken from the site build in use.',
    )
    .option('--site-origin <origin>', 'the origin of the site', siteOrigin())
    .option('--cdn-origin <origin>', 'the origin from which browsers load releases', cdnOrigin())
    .option('--api <host:port...>', 'the address of each process of the API', [`127.0.0.1:${ports().api}`])
    .option(
      '--balancer <network...>',
      'the networks of balancers in front of nginx, such as 10.0.0.0/8: the visitor’s address is then the one that they forward',
    )
    .option(
      '--ops <host:port>',
      'the address of the role ops, or of its single sign-on proxy; without it the operators’ pages are not served',
    )
    .option(
      '--ops-origin <origin>',
      'the origin of the operators’ pages: OPS_ORIGIN, or ops. before the site’s host',
    )
    .option(
      '--office <host:port>',
      'the address of the role office; without it the pages for staff are not served',
    )
    .option(
      '--office-origin <origin>',
      'the origin of the pages for staff: OFFICE_ORIGIN, or office. before the site’s host',
    )
    .option(
      '--preview <host:port>',
      'the address of the role site, for previews; without it they are not served',
    )
    .option(
      '--preview-origin <origin>',
      'the origin of previews: PREVIEW_ORIGIN, or preview. before the site’s host',
    )
    .option('--certificate <file>', 'a certificate for all names, with its chain; nginx then terminates TLS')
    .option('--certificate-key <file>', 'its private key')
    .option('--access-log <file>', 'the log of requests, without query strings', '/var/log/nginx/isa.log')
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
    .action(async (options: NginxOptions) => {
      const { certificate, certificateKey, out, balancer: balancers, ...others } = options;
      const { ops, office, preview, ...origins } = others;
      const { siteOrigin: site } = origins;
      if (Boolean(certificate) !== Boolean(certificateKey)) {
        throw new UserError('Use --certificate and --certificate-key together.');
      }
      // The generator is loaded on demand, because no other command needs it.
      const { nginxConfiguration } = await import('../../server/nginx/configuration');
      const text = await nginxConfiguration({
        ...origins,
        forwarded: [
          ...(ops ? [{ origin: origins.opsOrigin ?? opsOrigin(site), address: ops }] : []),
          ...(office ? [{ origin: origins.officeOrigin ?? officeOrigin(site), address: office }] : []),
          ...(preview ? [{ origin: origins.previewOrigin ?? previewOrigin(site), address: preview }] : []),
        ],
        operatorHeader: operatorHeader(),
        balancers,
        siteFolder,
        table: await currentRoutes(),
        storeFolder: formerShellsFolder,
        servesStore: !process.env.STORE_URL?.startsWith('s3:'),
        mediaFolder: path.resolve(process.env.MEDIA_FOLDER ?? path.join(dataFolder, 'media')),
        ...contentOrigins(),
        ...(certificate && certificateKey && { tls: { certificate, key: certificateKey } }),
      });
      await writeOrPrint(program, out, 'configuration', text, 'nginx -t && nginx -s reload');
    });
}

/** @returns `undefined` while no site has been built. */
async function currentRoutes(): Promise<RouteTable | undefined> {
  const file = path.join(siteFolder, 'current', ROUTE_TABLE_FILE);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return requireJson(text, routeTableSchema, file);
  log(
    `No site is built in ${siteFolder} yet: this configuration has no redirects and matches addresses only in their exact letter case. Write it again after the first site build.`,
  );
  return undefined;
}
