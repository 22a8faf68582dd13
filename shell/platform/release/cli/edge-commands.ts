import type { Command } from 'commander';
import { securityHeaders } from '../../server/security-headers';
import { cdnOrigin, contentOrigins, requireNamedSite } from '../../server/addresses';
import { writeOrPrint } from './output';

type EdgeOptions = Readonly<{ bucket: string; siteOrigin?: string; cdnOrigin: string; out?: string }>;

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
    .option('--site-origin <origin>', 'the origin of the site; SITE_ORIGIN by default')
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
      const { siteOrigin = requireNamedSite() } = origins;
      // The bundler is loaded on demand, because no other command needs it.
      const { edgeFunction } = await import('../../server/edge/function');
      const text = await edgeFunction({
        bucket,
        headers: securityHeaders({
          scriptOrigins: [origins.cdnOrigin],
          ...contentOrigins(),
          httpsOnly: siteOrigin.startsWith('https:'),
        }),
      });
      await writeOrPrint(program, out, 'module', text, 'deploy it to the CDN.');
    });
}
