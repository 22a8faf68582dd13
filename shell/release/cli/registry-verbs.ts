import { type Command, InvalidArgumentError } from 'commander';
import { describeChange, type HistoryEntry } from '../../formats/history';
import { publishNewestRegistry, readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { status } from '../../store/registry-status';
import { defaultStorage } from '../../store/storage/default-storage';
import { abortCanary, type ChangeResult, promoteRelease, rollbackApp } from '../registry/changes';
import { commonOptions, parseApp, parseRelease, printResult, table } from './output';

interface PromoteVerbOptions {
  readonly percent: number;
  readonly force?: boolean;
  readonly reason?: string;
}

/** promote, rollback, abort, status, history and repair: the verbs of operators. */
export function addRegistryVerbs(program: Command): void {
  program
    .command('promote')
    .argument('<release>', 'shop@1.5.0')
    .summary('make a release live for all or some visitors')
    .description(
      'Makes a release in the store live for all visitors, or with --percent the canary for some of them. Rejected unless its team has signed it and no gate fails; for all visitors every gate must have been passed.',
    )
    .option('--percent <share>', 'share of visitors, above 0 and up to 100', percentage, 100)
    .option('--reason <text>', 'the reason, for the history')
    .option('--force', 'promote in spite of a failing or missing check; needs --reason')
    .addHelpText(
      'after',
      `
A canary may be promoted before the browser gates have run; the history then records the gates that were not run. For
all visitors a release must have passed every gate (check … --journeys --load), or be forced with a reason.
Visitors are assigned to a canary at random and stay assigned. The release that was live stays in the registry for
rollback. The shell has no canary: its script is part of every page.

Examples:
  npm run release -- promote shop@1.5.0 --percent 5
  npm run release -- promote shop@1.5.0
  npm run release -- promote shop@1.5.1 --force --reason "checkout is down, #812"`,
    )
    .action(async (text: string, { percent, force = false, reason }: PromoteVerbOptions) => {
      const { app, version } = parseRelease(text);
      const author = changeOptions(program, reason);
      const result = await promoteRelease({ app, version, percent, force, ...author });
      printChange(program, result, `${app}@${version} is live already`, () =>
        percent < 100
          ? [
              ...missingGates(result),
              `For everybody:  npm run release -- promote ${app}@${version}`,
              `To end it:      npm run release -- abort ${app} --reason "…"`,
            ]
          : [`To undo it:     npm run release -- rollback ${app} --reason "…"`],
      );
    });

  program
    .command('rollback')
    .argument('<app>', 'shell, or a remote such as shop')
    .summary('make the previous release live again')
    .description('Makes the previous release live again for all visitors, and ends the app’s canary.')
    .requiredOption('--reason <text>', 'the reason, for the history')
    .addHelpText('after', '\nExample:\n  npm run release -- rollback shop --reason "prices are missing"')
    .action(async (text: string, { reason }: { readonly reason: string }) => {
      const result = await rollbackApp({ app: parseApp(text), ...changeOptions(program, reason) });
      printChange(program, result, 'Nothing to change');
    });

  program
    .command('abort')
    .argument('<app>', 'a remote such as shop')
    .summary('end a canary')
    .description('Ends the canary of a remote. The live release stays.')
    .requiredOption('--reason <text>', 'the reason, for the history')
    .addHelpText('after', '\nExample:\n  npm run release -- abort shop --reason "slow on phones"')
    .action(async (text: string, { reason }: { readonly reason: string }) => {
      const result = await abortCanary({ app: parseApp(text), ...changeOptions(program, reason) });
      printChange(program, result, 'Nothing to change');
    });

  program
    .command('status')
    .summary('show what is live')
    .description('Shows the live, previous and canary release of each app, and its last change.')
    .action(async () => {
      const now = await status();
      printResult(program, now, () => [
        `${now.store}, revision ${now.revision}`,
        ...table([
          ['app', 'live', 'previous', 'canary', 'last change'],
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
    .summary('list changes of the registry')
    .description(
      'Lists every change of the registry with its time, author and reason, newest first. Entries are signed, and each contains the hash of the one before it, so that an altered history is rejected.',
    )
    .option('-n, --last <count>', 'number of entries', wholeNumber, 20)
    .option('--part <app>', 'only entries of one app')
    .action(async ({ last, part }: { readonly last: number; readonly part?: string }) => {
      const all = await readHistory(defaultStorage(), undefined, part ? Infinity : last);
      const entries = all
        .filter(({ changes }) => !part || changes.some((change) => change.part === part))
        .slice(0, last);
      const result = entries.map(({ registry: _, ...entry }) => entry);
      printResult(program, result, () =>
        entries.length === 0 ? 'Nothing has been released yet.' : table(entries.flatMap(linesOf)),
      );
    });

  program
    .command('repair')
    .summary('restore the registry from its history')
    .description(
      'Writes the registry’s file again from the last entry of the signed history: after the file was altered or deleted, or after a change was interrupted.',
    )
    .action(async () => {
      const storage = defaultStorage();
      if (!commonOptions(program).dryRun) await publishNewestRegistry(storage, undefined, { force: true });
      const { revision } = (await readVerifiedRegistry(storage)).registry;
      printResult(program, { revision }, () => `The registry is at revision ${revision}.`);
    });
}

/** Warns of the gates that a canary has not passed. */
function missingGates({ changes }: ChangeResult): readonly string[] {
  const missing = changes.flatMap(({ unchecked = [] }) => unchecked);
  const [change] = changes;
  if (!change || missing.length === 0) return [];
  const options = missing.map((gate) => `--${gate}`).join(' ');
  return [
    `Warning:        ${missing.join(' and ')} not run, as the history records. Before all visitors get it:`,
    `                npm run release -- check ${change.part}@${change.version} ${options}`,
  ];
}

function percentage(text: string): number {
  const percent = Number(text.replace(/\s*%$/, ''));
  if (percent > 0 && percent <= 100) return percent;
  throw new InvalidArgumentError('Use a number above 0 and up to 100.');
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Use a whole number from 1.');
}

function changeOptions(program: Command, reason: string | undefined) {
  const { by, dryRun } = commonOptions(program);
  return { ...(by && { who: by }), ...(reason && { why: reason }), dryRun };
}

function printChange(
  program: Command,
  { registry: { revision }, changes, changed }: ChangeResult,
  unchanged: string,
  next: () => readonly string[] = () => [],
): void {
  printResult(program, { revision, changes, changed }, () => {
    const lines = changes.map((change) => `${describeChange(change)} (revision ${revision})`);
    if (commonOptions(program).dryRun) return lines.map((line) => `Dry run: ${line}`);
    if (!changed) return `${unchanged}. The registry stays at revision ${revision}.`;
    return [...lines, ...next()];
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
