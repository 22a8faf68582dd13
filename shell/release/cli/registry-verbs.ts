import { type Command, InvalidArgumentError, Option } from 'commander';
import { UserError } from '../../tools/user-error';
import { abortCanary, type Changed, promoteRelease, rollbackRemote } from '../registry/changes';
import {
  type HistoryEntry,
  publishNewest,
  readHistory,
  readVerifiedRegistry,
  describeChange,
} from '../../store/registry-log';
import { status } from '../../store/registry-status';
import { ownStorage } from '../../store/storage/own';
import { type CommonOptions, named, namedRelease, report, table } from './output';

interface ChangeOptions extends CommonOptions {
  readonly reason?: string;
}

/** promote, rollback, abort, status, history and repair: what operators move and look at. */
export function addRegistryVerbs(program: Command): void {
  program
    .command('promote')
    .argument('<release>', 'shop@1.5.0')
    .summary('make a release live, for everybody or for some')
    .description(
      'Makes a release that is in the store live for everybody, or with --percent the canary for some of the visitors. Refused unless its team has signed it and its gates hold; for everybody, every gate must have been passed.',
    )
    .addOption(percentOption())
    .option('--reason <text>', 'why, for the history')
    .option('--force', 'in spite of a failing or missing check; needs --reason')
    .addHelpText(
      'after',
      `
A canary may go out before a browser has walked with it; the history then says what was not checked. Everybody gets
only what has passed every gate (check … --journeys --load), or what somebody forces and explains.
A visitor keeps the side that chance has put him on. What was live stays in the registry as the way back.
The shell has no canary: its script stands in the pages themselves.

Examples:
  npm run release -- promote shop@1.5.0 --percent 5
  npm run release -- promote shop@1.5.0
  npm run release -- promote shop@1.5.1 --force --reason "checkout is down, #812"`,
    )
    .action(
      async (
        text: string,
        options: { readonly percent: number; readonly force?: boolean },
        command: Command,
      ) => {
        const common = command.optsWithGlobals<ChangeOptions>();
        const { part, version } = namedRelease(text);
        const changed = await promoteRelease({
          part,
          version,
          percent: options.percent,
          force: options.force ?? false,
          ...wishOf(common),
        });
        reportChange(common, changed, `${part}@${version} is live already`, () =>
          options.percent < 100
            ? [
                ...warningOf(changed),
                `Everybody:  npm run release -- promote ${part}@${version}`,
                `Nobody:     npm run release -- abort ${part} --reason "…"`,
              ]
            : [`Back:       npm run release -- rollback ${part} --reason "…"`],
        );
      },
    );

  program
    .command('rollback')
    .argument('<part>', 'shell, or a remote such as shop')
    .summary('make the previous release live again')
    .description('Makes the previous release live again for everybody; a canary of the part ends as well.')
    .requiredOption('--reason <text>', 'why, for the history')
    .addHelpText('after', '\nExample:\n  npm run release -- rollback shop --reason "prices are missing"')
    .action(async (text: string, _options: unknown, command: Command) => {
      const common = command.optsWithGlobals<ChangeOptions>();
      const changed = await rollbackRemote({ part: namedPart(text), ...wishOf(common) });
      reportChange(common, changed, 'Nothing was to be done');
    });

  program
    .command('abort')
    .argument('<part>', 'a remote such as shop')
    .summary('show its canary to nobody any more')
    .description('Ends the canary of a remote; what is live stays.')
    .requiredOption('--reason <text>', 'why, for the history')
    .addHelpText('after', '\nExample:\n  npm run release -- abort shop --reason "slow on phones"')
    .action(async (text: string, _options: unknown, command: Command) => {
      const common = command.optsWithGlobals<ChangeOptions>();
      const changed = await abortCanary({ part: namedPart(text), ...wishOf(common) });
      reportChange(common, changed, 'Nothing was to be done');
    });

  program
    .command('status')
    .summary('what is live for whom')
    .description(
      'Shows which release of each part visitors have: live, previous and canary, and who moved it last.',
    )
    .action(async (_options: unknown, command: Command) => {
      const now = await status();
      report(command.optsWithGlobals(), now, () => [
        `${now.store}, revision ${now.revision}`,
        ...table([
          ['part', 'live', 'previous', 'canary', 'last moved'],
          ...now.parts.map(({ part, live, previous = '–', canary, last }) => [
            part,
            live,
            previous,
            canary ? `${canary.version} for ${canary.percent} %` : '–',
            last ? `${timeOf(last.at)} by ${last.who}${last.why ? `: ${last.why}` : ''}` : '',
          ]),
        ]),
      ]);
    });

  program
    .command('history')
    .summary('who moved what, when and why')
    .description(
      'Lists every change of the registry, newest first. Entries are signed and each holds the hash of the one before it, so that a change of the past is refused.',
    )
    .option('-n, --last <count>', 'this many entries', wholeNumber, 20)
    .option('--part <part>', 'of one part only')
    .action(async ({ last, part }: { readonly last: number; readonly part?: string }, command: Command) => {
      const all = await readHistory(ownStorage(), undefined, part ? Infinity : last);
      const entries = all
        .filter(({ changes }) => !part || changes.some((change) => change.part === part))
        .slice(0, last);
      const result = entries.map(({ registry: _, ...entry }) => entry);
      report(command.optsWithGlobals(), result, () =>
        entries.length === 0 ? 'Nothing has been released yet.' : table(entries.flatMap(linesOf)),
      );
    });

  program
    .command('repair')
    .summary('put back a registry that was altered')
    .description(
      'Writes the registry’s file again as the signed history ends: after somebody has altered or deleted it, or was stopped in the midst of a change.',
    )
    .action(async (_options: unknown, command: Command) => {
      const common = command.optsWithGlobals<CommonOptions>();
      const storage = ownStorage();
      if (!common.dryRun) await publishNewest(storage, undefined, { force: true });
      const { registry } = await readVerifiedRegistry(storage);
      report(
        common,
        { revision: registry.revision },
        () => `The registry is at revision ${registry.revision}.`,
      );
    });
}

/** What a canary has gone out without, and how that is made good. */
function warningOf({ changes }: Changed): readonly string[] {
  const missing = changes.flatMap(({ unchecked = [] }) => unchecked);
  const [change] = changes;
  if (!change || missing.length === 0) return [];
  const options = missing.map((gate) => `--${gate}`).join(' ');
  return [
    `Beware:     ${missing.join(' and ')} not run, and the history says so. Before everybody gets it:`,
    `            npm run release -- check ${change.part}@${change.version} ${options}`,
  ];
}

function percentOption(): Option {
  return new Option('--percent <share>', 'of the visitors, above 0 and up to 100')
    .default(100)
    .argParser((text) => {
      const percent = Number(text.replace(/\s*%$/, ''));
      if (percent > 0 && percent <= 100) return percent;
      throw new InvalidArgumentError('It is above 0 and at most 100.');
    });
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It is a whole number from 1.');
}

function wishOf({ by, reason, dryRun }: ChangeOptions) {
  return { ...(by && { who: by }), ...(reason && { why: reason }), dryRun: dryRun ?? false };
}

function namedPart(text: string): string {
  const { part, version } = named(text);
  if (version) throw new UserError(`It goes by the part alone: ${part}.`);
  return part;
}

function reportChange(
  common: CommonOptions,
  { registry, changes, changed }: Changed,
  unchanged: string,
  next: () => readonly string[] = () => [],
): void {
  report(common, { revision: registry.revision, changes, changed }, () => {
    if (common.dryRun)
      return changes.map((change) => `Would be: ${describeChange(change)} (revision ${registry.revision})`);
    if (!changed) return `${unchanged}; revision ${registry.revision} stands.`;
    return [
      ...changes.map((change) => `${describeChange(change)} (revision ${registry.revision})`),
      ...next(),
    ];
  });
}

function linesOf({ revision, at, who, why, changes }: HistoryEntry): string[][] {
  return changes.map((change, index) =>
    index === 0
      ? [String(revision), timeOf(at), who, describeChange(change), why ?? '']
      : ['', '', '', describeChange(change), ''],
  );
}

/** To the second, in UTC. */
function timeOf(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')}Z`;
}
