import { type Command, InvalidArgumentError } from 'commander';
import { ports } from '../../tools/settings';
import { composeSite, inWords } from '../../compose/compose-site';
import { siteFolder } from '../../tools/locations';
import { prune, TAB_DAYS } from '../prune';
import { type CommonOptions, report, table } from './output';

interface ComposeWish {
  readonly site: string;
  readonly cdn: string;
  readonly api: string;
  readonly to: string;
}

/** compose and prune: what follows from the registry. */
export function addUpkeepVerbs(program: Command): void {
  const { site, cdn, api } = ports();
  program
    .command('compose')
    .summary('make the pages of the registry in force')
    .description(
      'Renders every public page from the releases in service and puts them in place of the present ones: all or none. npm start does so by itself whenever the registry or the catalogue moves.',
    )
    .option(
      '--site <origin>',
      'where visitors find the site',
      process.env.SITE_ORIGIN ?? `http://localhost:${site}`,
    )
    .option(
      '--cdn <origin>',
      'where visitors find the store',
      process.env.CDN_ORIGIN ?? `http://localhost:${cdn}`,
    )
    .option('--api <origin>', 'where the catalogue is asked for', `http://localhost:${api}`)
    .option('--to <folder>', 'gets compositions/<id>/, and current, which leads to the newest', siteFolder)
    .addHelpText(
      'after',
      `
Example:
  npm run release -- compose --site https://academy.example --cdn https://cdn.academy.example --to /srv/site`,
    )
    .action(async (wish: ComposeWish, command: Command) => {
      const common = command.optsWithGlobals<CommonOptions>();
      if (common.dryRun) {
        return report(common, { ...wish, changed: false }, () => `The pages would be made in ${wish.to}.`);
      }
      const composed = await composeSite({
        siteOrigin: wish.site,
        cdnOrigin: wish.cdn,
        apiOrigin: wish.api,
        siteFolder: wish.to,
      });
      report(common, composed, () => `Composed in ${wish.to}: ${inWords(composed)}`);
    });

  program
    .command('prune')
    .summary('remove releases that nobody can need any more')
    .description(
      'Removes releases from the store, but never what is in service (live, previous, canary), nor what was in service or was published in the last days: a tab that is still open asks for the files that it was opened with.',
    )
    .option('--days <count>', 'how long a tab may stay open', days, TAB_DAYS)
    .addHelpText('after', '\nExample:\n  npm run release -- prune --dry-run')
    .action(async (options: { readonly days: number }, command: Command) => {
      const common = command.optsWithGlobals<CommonOptions>();
      const pruned = await prune({ days: options.days, dryRun: common.dryRun ?? false });
      report(common, pruned, () => [
        ...table([
          ...pruned.kept.map(({ part, version, why }) => [`${part}@${version}`, 'stays', why]),
          ...pruned.removed.map(({ part, version, files }) => [
            `${part}@${version}`,
            common.dryRun ? 'would go' : 'removed',
            `${files} files`,
          ]),
        ]),
        `${pruned.kept.length} stay, ${pruned.removed.length} ${common.dryRun ? 'would go' : 'are gone'}.`,
      ]);
    });
}

function days(text: string): number {
  const count = Number(text);
  if (Number.isFinite(count) && count >= 0) return count;
  throw new InvalidArgumentError('It is a number of days, from 0.');
}
