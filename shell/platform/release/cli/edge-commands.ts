import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { securityHeaders } from '../../server/security-headers';
import { bucketStorage } from '../../store/storage/bucket';
import { cdnOrigin, contentOrigins, siteOrigin } from '../../server/addresses';
import { UserError } from '../../../packages/node/user-error';
import { commonOptions, printResult, writeOrPrint } from './output';

type EdgeOptions = Readonly<{ bucket: string; siteOrigin: string; cdnOrigin: string; out?: string }>;
type WebsiteOptions = Readonly<{ to: string; siteOrigin: string; out?: string }>;

export function addEdgeCommand(program: Command): void {
  program
    .command('edge')
    .summary('write the function with which a CDN serves the site from a bucket')
    .description(
      'Writes a module without imports for a CDN that runs JavaScript with the Fetch standard, such as Cloudflare Workers. It serves what the role prerender writes to the bucket of SITE_URL, by the rules of the site server. A new site build needs no deployment of it, another origin does.',
    )
    .requiredOption(
      '--bucket <address>',
      'where the CDN reads the objects of SITE_URL, with a slash at the end',
    )
    .option('--site-origin <origin>', 'the origin of the site', siteOrigin())
    .option('--cdn-origin <origin>', 'the origin from which browsers load releases', cdnOrigin())
    .option('--out <file>', 'write to a file instead of the terminal')
    .addHelpText(
      'after',
      `
Example:
  npm run -s release -- edge --bucket https://academy-site.s3.eu-west-2.amazonaws.com/ \\
    --site-origin https://academy.example --cdn-origin https://cdn.academy.example --out edge.mjs`,
    )
    .action(async ({ bucket, out, ...origins }: EdgeOptions) => {
      // The bundler is loaded on demand, because no other command needs it.
      const { edgeFunction } = await import('../../server/edge/function');
      const text = await edgeFunction({
        bucket,
        headers: securityHeaders({
          scriptOrigins: [origins.cdnOrigin],
          ...contentOrigins(),
          httpsOnly: origins.siteOrigin.startsWith('https:'),
        }),
      });
      await writeOrPrint(program, out, 'module', text, 'deploy it to the CDN.');
    });
}

export function addWebsiteCommand(program: Command): void {
  program
    .command('website')
    .summary('copy the site to a bucket that serves it as a website')
    .description(
      'Copies the current site build from the bucket of SITE_URL to another one, for an object storage that serves its objects as a website and has only plain redirects. Run it after each site build. Pages with parameters, other letter case and retired remotes get the page for unknown addresses with status 404, and the browser shows the right one.',
    )
    .requiredOption('--to <bucket>', 'the website: s3://bucket')
    .option('--site-origin <origin>', 'the origin of the site', siteOrigin())
    .option('--out <file>', 'write the settings of the website: index, page for unknown addresses, redirects')
    .addHelpText(
      'after',
      `
Example:
  npm run release -- website --to s3://academy-website --out website.json
  aws s3api put-bucket-website --bucket academy-website --website-configuration file://website.json`,
    )
    .action(async ({ to, out, siteOrigin: origin }: WebsiteOptions) => {
      if (!process.env.SITE_URL) throw new UserError('Set SITE_URL: a website is copied from that bucket.');
      if (commonOptions(program).dryRun) {
        return printResult(program, { to, changed: false }, () => `The site would be copied to ${to}.`);
      }
      const { websiteConfiguration, websiteHeaders, writeWebsite } = await import('../../store/website');
      const website = bucketStorage(to, process.env, websiteHeaders);
      const { routes, written } = await writeWebsite(bucketStorage(process.env.SITE_URL), website);
      if (out) await writeFile(out, `${JSON.stringify(websiteConfiguration({ routes }, origin), null, 2)}\n`);
      printResult(program, { to, written }, () => `${written} objects of ${to} were written.`);
    });
}
