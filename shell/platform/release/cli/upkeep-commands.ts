import { type Command, InvalidArgumentError } from 'commander';
import { describeFailedPage } from '../../formats/site-build';
import { siteAddress, siteAt } from '../../store/site-bucket';
import { bucketStorage } from '../../store/storage/bucket';
import { defaultStorage } from '../../store/storage/default-storage';
import { cdnOrigin, previewOrigin, requireNamedApi, requireNamedSite } from '../../server/addresses';
import { UserError } from '../../../packages/node/user-error';
import { prune, TAB_DAYS } from '../prune';
import { commonOptions, printResult, textTable } from './output';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The shortest age in milliseconds of what is pruned; a site build that is under way takes less. */
const SHORTEST_MS = 60 * 60 * 1000;

type PrerenderCommandOptions = Readonly<
  Record<'cdn' | 'to', string> & Partial<Record<'site' | 'api', string>>
>;

export function addUpkeepCommands(program: Command): void {
  program
    .command('prerender')
    .summary('render the site of the registry in force')
    .description(
      'Renders every public page from the releases in service and replaces the present pages, all or none. The role prerender does this itself whenever the catalogue changes, and on a new day.',
    )
    .option('--site <origin>', 'the origin of the site; SITE_ORIGIN by default')
    .option('--cdn <origin>', 'the origin from which browsers load releases', cdnOrigin())
    .option('--api <origin>', 'the origin of the API, which serves the catalogue; API_ORIGIN by default')
    .option(
      '--to <site>',
      'a folder, which gets site-builds/<id>/ and the link current to the newest one, or s3://bucket/prefix',
      siteAddress,
    )
    .addHelpText(
      'after',
      `
Example:
  npm run release -- prerender --site https://academy.example --cdn https://cdn.academy.example \\
    --api http://localhost:3002 --to /srv/site`,
    )
    .action(async ({ cdn, to, ...named }: PrerenderCommandOptions) => {
      const { site = requireNamedSite(), api = requireNamedApi() } = named;
      if (commonOptions(program).dryRun) {
        const result = { site, cdn, api, to, changed: false };
        return printResult(program, result, () => `The site would be built in ${to}.`);
      }
      // The renderer is loaded on demand, because no other command builds the site.
      const { prerenderSite, describeSiteBuild } = await import('../../prerender/prerender-site');
      const built = await prerenderSite({
        siteOrigin: site,
        previewOrigin: previewOrigin(site),
        cdnOrigin: cdn,
        apiOrigin: api,
        ...siteAt(to),
      });
      printResult(program, built, () => `Built in ${to}: ${describeSiteBuild(built)}`);
      // The other pages are built, so that only the exit code tells a pipeline of the failure.
      const [failed] = built.failedPages;
      if (failed) throw new UserError(`${describeFailedPage(failed)}. It keeps its last version.`);
    });

  program
    .command('prune')
    .summary('remove releases and site builds that are no longer needed')
    .description(
      'Removes releases from the store, except those in service (live, previous, canary) and those that were in service or were published in the last days: an open tab still requests files of the releases that it was opened with. With SITE_URL it also removes former site builds from that bucket, except the newest and those that were replaced in the last days, and objects that nothing else needs. Any number of site builders may run at the same time.',
    )
    .option('--days <count>', 'how long a tab can stay open', days, TAB_DAYS)
    .addHelpText('after', '\nExample:\n  npm run release -- prune --dry-run')
    .action(async (options: { readonly days: number }) => {
      const { dryRun } = commonOptions(program);
      const pruned = await prune({ days: options.days, dryRun });
      const removed = dryRun ? 'would be removed' : 'removed';
      const { pruneSite } = await import('../../store/prune-site');
      const site = siteAddress.startsWith('s3://')
        ? await pruneSite(bucketStorage(siteAddress), {
            since: new Date(Date.now() - Math.max(options.days * DAY_MS, SHORTEST_MS)),
            store: defaultStorage(),
            shellVersions: pruned.kept.filter(({ app }) => app === 'shell').map(({ version }) => version),
            dryRun,
          })
        : undefined;
      printResult(program, { ...pruned, ...(site && { site }) }, () => [
        ...textTable([
          ...pruned.kept.map(({ app, version, why }) => [`${app}@${version}`, 'retained', why]),
          ...pruned.removed.map((one) => [`${one.app}@${one.version}`, removed, `${one.files} files`]),
        ]),
        `${pruned.kept.length} retained, ${pruned.removed.length} ${removed}, and ${pruned.sharedFiles} files that releases shared.`,
        ...(site
          ? [
              `${siteAddress}: ${site.siteBuilds.length} site builds and ${site.objects.length} other objects ${removed}.`,
            ]
          : []),
      ]);
    });
}

function days(text: string): number {
  const count = Number(text);
  if (Number.isFinite(count) && count >= 0) return count;
  throw new InvalidArgumentError('Use a number of days, from 0.');
}
