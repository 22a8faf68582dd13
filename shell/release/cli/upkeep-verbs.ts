import { type Command, InvalidArgumentError } from 'commander';
import { ports } from '../../tools/settings';
import { composeSite, describeComposition } from '../../compose/compose-site';
import { siteFolder } from '../../tools/locations';
import { prune, TAB_DAYS } from '../prune';
import { type CommonOptions, printResult, table } from './output';

interface ComposeVerbOptions {
  readonly site: string;
  readonly cdn: string;
  readonly api: string;
  readonly to: string;
}

/** compose and prune. */
export function addUpkeepVerbs(program: Command): void {
  const { site, cdn, api } = ports();
  program
    .command('compose')
    .summary('compose the site from the registry in force')
    .description(
      'Renders every public page from the releases in service and replaces the present pages, all or none. npm start does this itself whenever the registry or the catalogue changes.',
    )
    .option(
      '--site <origin>',
      'the origin of the site',
      process.env.SITE_ORIGIN ?? `http://localhost:${site}`,
    )
    .option(
      '--cdn <origin>',
      'the origin from which browsers load releases',
      process.env.CDN_ORIGIN ?? `http://localhost:${cdn}`,
    )
    .option('--api <origin>', 'the origin of the API, which serves the catalogue', `http://localhost:${api}`)
    .option('--to <folder>', 'gets compositions/<id>/, and the link current to the newest one', siteFolder)
    .addHelpText(
      'after',
      `
Example:
  npm run release -- compose --site https://academy.example --cdn https://cdn.academy.example --to /srv/site`,
    )
    .action(async (options: ComposeVerbOptions, command: Command) => {
      const common = command.optsWithGlobals<CommonOptions>();
      if (common.dryRun) {
        return printResult(
          common,
          { ...options, changed: false },
          () => `The site would be composed in ${options.to}.`,
        );
      }
      const composed = await composeSite({
        siteOrigin: options.site,
        cdnOrigin: options.cdn,
        apiOrigin: options.api,
        siteFolder: options.to,
      });
      printResult(common, composed, () => `Composed in ${options.to}: ${describeComposition(composed)}`);
    });

  program
    .command('prune')
    .summary('remove releases that are no longer needed')
    .description(
      'Removes releases from the store, except those in service (live, previous, canary) and those that were in service or were published in the last days: an open tab still requests files of the releases that it was opened with.',
    )
    .option('--days <count>', 'how long a tab can stay open', days, TAB_DAYS)
    .addHelpText('after', '\nExample:\n  npm run release -- prune --dry-run')
    .action(async (options: { readonly days: number }, command: Command) => {
      const common = command.optsWithGlobals<CommonOptions>();
      const pruned = await prune({ days: options.days, dryRun: common.dryRun ?? false });
      printResult(common, pruned, () => [
        ...table([
          ...pruned.kept.map(({ part, version, why }) => [`${part}@${version}`, 'retained', why]),
          ...pruned.removed.map(({ part, version, files }) => [
            `${part}@${version}`,
            common.dryRun ? 'would be removed' : 'removed',
            `${files} files`,
          ]),
        ]),
        `${pruned.kept.length} retained, ${pruned.removed.length} ${common.dryRun ? 'would be removed' : 'removed'}.`,
      ]);
    });
}

function days(text: string): number {
  const count = Number(text);
  if (Number.isFinite(count) && count >= 0) return count;
  throw new InvalidArgumentError('Use a number of days, from 0.');
}
