import { unservedCalls } from '@isa/api-contract/schemas';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { callsInService } from '../../prerender/live-releases';
import { storeOf } from '../../store/releases';
import { describeChange, describeRollout, describeShare, type HistoryEntry } from '../../formats/history';
import { commandTarget } from '../../formats/release-set';
import { publishNewestRegistry, readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { localKeys } from '../../store/keys/local-keys';
import { renewValidity } from '../../store/registry-validity';
import { type AppStatus, status } from '../../store/registry-status';
import { servedRevisionReader } from '../../store/served-revision';
import { defaultStorage } from '../../store/storage/default-storage';
import { namedSite, NO_SITE_NAMED } from '../../server/addresses';
import { printable, UserError } from '../../../packages/node/user-error';
import { readApiContract } from '../checks/api-calls';
import type { ChangeResult } from '../registry/change-registry';
import { abortCanary, promoteSet, rollbackApp } from '../registry/changes';
import { sitePagesReader } from '../registry/links';
import { retireRemote } from '../registry/retire';
import { readPeriod, readShares } from '../registry/rollout';
import { changeOptions, printChange } from './print-change';
import { commonOptions, parseApp, printResult, readReleases, textTable } from './output';

interface PromoteCommandOptions {
  readonly set?: string;
  readonly percent: number;
  readonly staff?: boolean;
  /** Growing shares of visitors in percent. */
  readonly steps?: readonly number[];
  /** The time between two steps in minutes. */
  readonly every: number;
  readonly force?: boolean;
  readonly recorded?: boolean;
  readonly again?: boolean;
  readonly reason?: string;
}

interface ReasonOptions {
  readonly reason: string;
}

interface RetireCommandOptions extends ReasonOptions {
  readonly to?: string;
  readonly force?: boolean;
}

export function addRegistryCommands(program: Command): void {
  program
    .command('promote')
    .argument('[release]', 'shop@1.5.0')
    .summary('make a release, or a set of them, live for all or some visitors')
    .description(
      'Makes a release in the store live for all visitors, or with --percent the canary for some of them, or with --staff for staff only. Rejected unless its team has signed it and no gate fails; for all visitors every gate must have been passed.',
    )
    .option(
      '--set <file>',
      'several releases in one change: { "name": "spring", "releases": ["shop@1.6.0", …] }',
    )
    .option('--percent <share>', 'share of visitors, above 0 and up to 100', percentage, 100)
    .addOption(
      new Option('--staff', 'only for staff, who see it once they open the site from the office').conflicts([
        'percent',
        'steps',
      ]),
    )
    .addOption(
      new Option('--steps <shares>', 'growing shares of visitors, such as 5,25,100: the watcher goes on')
        .argParser(argument(readShares))
        .conflicts('percent'),
    )
    .addOption(
      new Option('--every <time>', 'how long each share stays, such as 30m or 2h')
        .argParser(argument(readPeriod))
        .default(30, '30m'),
    )
    .option('--reason <text>', 'the reason, for the history')
    .option('--force', 'promote in spite of a failing or missing check; needs --reason')
    .option('--again', 'promote a release that was aborted or rolled back')
    .option('--recorded', 'refuse a release whose check is not recorded, instead of running its gates')
    .addHelpText(
      'after',
      `
A canary may be promoted before the browser gates have run; the history then records the gates that were not run. For
all visitors a release must have passed every gate (check … --journeys), or be forced with a reason.
Gates without a browser that the operators have not recorded for the registry in force are run first, in a process that
holds no key; with --recorded, as in a pipeline, the command runs nothing and refuses.
A release that was aborted or rolled back is refused, with who did that and why, until somebody promotes it with --again.

Visitors are assigned to a canary at random and stay assigned. The release that was live stays in the registry for
rollback. The shell has no canary: its script is part of every page. The first release of a remote can be one: its addresses
exist for its visitors only, and menus name it once it is live for all visitors.

With --staff no visitor gets the canary, and the watcher leaves it alone until it is promoted with --percent or --steps. Staff
get every canary in a browser in which they have opened the site from the office.

With --steps the watcher promotes further after each period, and aborts the canary when its figures are worse. It waits
while there are fewer than 10 views of the canary in the hour. The plan is in the registry, so any watcher continues it;
abort, or another promote, ends it.

It renders the pages that change and switches visitors to them and to the registry at once. If a page cannot be rendered,
the command says which one and why, the exit code is 1, and nothing has changed. The pages of a canary are rendered, too,
and kept for the promotion to all visitors. With --dry-run they are rendered without consequences.

Examples:
  npm run release -- promote shop@1.5.0 --staff
  npm run release -- promote shop@1.5.0 --percent 5
  npm run release -- promote shop@1.5.0 --steps 5,25,100 --every 30m
  npm run release -- promote shop@1.5.0
  npm run release -- promote shop@1.5.1 --force --reason "checkout is down, #812"
  npm run release -- promote --set spring.json --percent 5

The releases of a set have been checked alongside each other (check --set). A visitor gets all of its canaries or none; when one is
aborted, all are, and a rollback of one app takes back those that went live with it and have not changed since.`,
    )
    .action(async (text: string | undefined, options: PromoteCommandOptions) => {
      const {
        force = false,
        recorded = false,
        again = force,
        reason,
        every,
        staff = false,
        steps: [percent = staff ? 0 : options.percent, ...steps] = [],
      } = options;
      const author = await changeOptions(program, reason);
      const rollout =
        steps.length > 0 ? { steps, minutes: every, ...(force && { forced: true as const }) } : undefined;
      const wanted = await readReleases(text, options.set);
      const promotion = {
        percent,
        force,
        again,
        onlyRecorded: recorded,
        ...(rollout && { rollout }),
        ...author,
      };
      const result = await promoteSet({ set: wanted, ...promotion });
      const [{ app } = { app: '' }] = wanted.releases;
      const name = commandTarget(wanted);
      // No release was live before, to which the app could go back.
      const isFirst = result.changes.every((one) => one.app !== 'shell' && one.instead === undefined);
      const next =
        percent < 100
          ? [
              ...missingGates(result, commandTarget(wanted)),
              ...(rollout ? ['The watcher takes the next steps (npm start, or npm run role -- watch).'] : []),
              ...(staff ? [`Some visitors:  npm run release -- promote ${name} --percent 5`] : []),
              `All visitors:   npm run release -- promote ${name}`,
              `To end it:      npm run release -- abort ${app} --reason "…"`,
            ]
          : [`To undo it:     npm run release -- ${isFirst ? 'retire' : 'rollback'} ${app} --reason "…"`];
      printChange(program, result, {
        unchanged: `${wanted.name === undefined ? name : `The set ${wanted.name}`} is live already`,
        next,
      });
    });

  program
    .command('rollback')
    .argument('<app>', 'shell, or a remote such as shop')
    .summary('make the previous release live again')
    .description('Makes the previous release live again for all visitors, and ends the app’s canary.')
    .requiredOption('--reason <text>', 'the reason, for the history')
    .addHelpText('after', '\nExample:\n  npm run release -- rollback shop --reason "prices are missing"')
    .action(async (text: string, { reason }: ReasonOptions) => {
      const result = await rollbackApp({ app: parseApp(text), ...(await changeOptions(program, reason)) });
      printChange(program, result);
    });

  program
    .command('abort')
    .argument('<app>', 'a remote such as shop')
    .summary('end a canary')
    .description('Ends the canary of a remote. The live release stays.')
    .requiredOption('--reason <text>', 'the reason, for the history')
    .addHelpText('after', '\nExample:\n  npm run release -- abort shop --reason "slow on phones"')
    .action(async (text: string, { reason }: ReasonOptions) => {
      const result = await abortCanary({ app: parseApp(text), ...(await changeOptions(program, reason)) });
      printChange(program, result);
    });

  program
    .command('retire')
    .argument('<remote>', 'a remote such as events')
    .summary('take a remote out of service')
    .description(
      'Takes a remote out of the registry, the menus and the pages. Its addresses answer 410 Gone, or redirect. Rejected while other apps link to its pages: menus and the public pages of the site (SITE_ORIGIN) are searched.',
    )
    .requiredOption('--reason <text>', 'the reason, for the history')
    .option('--to <address>', 'redirect its addresses to this page of another app')
    .option('--force', 'retire it in spite of links')
    .addHelpText(
      'after',
      `
A promotion brings the remote back. nginx answers 410 from the next site build on. With --to its addresses are pages
that forward until its configuration is written again, and redirects from then on.

Examples:
  npm run release -- retire events --reason "the last event was in May"
  npm run release -- retire events --to /isa-blog --reason "events are announced in the blog"`,
    )
    .action(async (text: string, { reason, to, force = false }: RetireCommandOptions) => {
      const app = parseApp(text);
      const site = namedSite();
      if (site === undefined && !force) {
        throw new UserError(`Links were not searched: ${NO_SITE_NAMED}. Add --force to do without.`);
      }
      const readPages = sitePagesReader(site ?? '');
      const author = await changeOptions(program, reason);
      const result = await retireRemote({ app, force, readPages, ...author, ...(to && { to }) });
      const versions = result.changes.map(({ version }) => `${app}@${version}`);
      const next = [`To undo it:     npm run release -- promote ${versions.join()}`];
      printChange(program, result, { next });
    });

  program
    .command('status')
    .summary('show what is live')
    .description(
      'Shows the live, previous and canary release of each app and its last change, the revision from which the site (SITE_ORIGIN) is built, and the calls that these releases use and the API of that site lacks.',
    )
    .addHelpText('after', '\nExamples:\n  npm run release -- status\n  npm run -s release -- status --json')
    .action(async () => {
      const site = namedSite();
      const served = site === undefined ? undefined : await servedRevisionReader(site)();
      // Only the signed registry tells our site from another one, which has an API of its own.
      const api = site === undefined || served === undefined ? undefined : await apiStatus(site);
      const now = await status();
      printResult(program, { ...now, ...(served !== undefined && { served }), ...(api && { api }) }, () => [
        `${now.store}, revision ${now.revision}`,
        servedLine(now.revision, site, served),
        ...textTable([
          ['app', 'live', 'previous', 'canary', 'last change'],
          ...now.apps.map(({ app, live = '–', previous = '–', canary, last }) => [
            app,
            live,
            previous,
            canary ? canaryText(canary) : '–',
            last ? `${timeOf(last.at)} by ${last.who}${last.why ? `: ${last.why}` : ''}` : '',
          ]),
        ]),
        ...(api?.length === 0 ? [`The API at ${site} serves every call of these releases.`] : (api ?? [])),
        ...now.retired.map(
          ({ name, to }) => `${name} is retired; its addresses ${to ? `lead to ${to}` : 'answer 410 Gone'}.`,
        ),
      ]);
    });

  program
    .command('history')
    .summary('list changes of the registry')
    .description(
      'Lists every change of the registry with its time, author and reason, newest first. Entries are signed, and each contains the hash of the one before it, so that an altered history is rejected.',
    )
    .option('-n, --last <count>', 'number of entries', wholeNumber, 20)
    .option('--app <app>', 'only entries of one app')
    .addHelpText('after', '\nExample:\n  npm run release -- history --last 5 --app shop')
    .action(async ({ last, app }: { readonly last: number; readonly app?: string }) => {
      const entries = await readHistory(defaultStorage(), undefined, last, app);
      const result = entries.map(({ registry: _, ...entry }) => entry);
      printResult(program, result, () =>
        entries.length === 0 ? 'Nothing has been released yet.' : textTable(entries.flatMap(linesOf)),
      );
    });

  program
    .command('repair')
    .summary('restore the registry from its history')
    .description(
      'Writes the registry’s file again from the last entry of the signed history: after the file was altered or deleted, or after a change was interrupted.',
    )
    .addHelpText('after', '\nExample:\n  npm run release -- repair')
    .action(async () => {
      const storage = defaultStorage();
      if (!commonOptions(program).dryRun) await publishNewestRegistry(storage, undefined, { force: true });
      const { revision } = (await readVerifiedRegistry(storage)).registry;
      if (!commonOptions(program).dryRun) await renewValidity(revision, storage, localKeys);
      printResult(program, { revision }, () => `The registry is at revision ${revision}.`);
    });
}

async function apiStatus(site: string): Promise<readonly string[] | undefined> {
  const offered = await readApiContract(site).catch((error: unknown) => printable(error));
  if (offered === undefined) return undefined;
  if (typeof offered === 'string') return [offered];
  const { registry } = await readVerifiedRegistry();
  return Object.entries(await callsInService(registry, storeOf())).flatMap(([release, calls = {}]) =>
    unservedCalls(release, calls, offered).map((reason) => `${reason}.`),
  );
}

/** @param target what the command names that runs the missing gates. */
function missingGates({ changes }: ChangeResult, target: string): readonly string[] {
  const missing = [...new Set(changes.flatMap(({ unchecked = [] }) => unchecked))];
  if (missing.length === 0) return [];
  const options = missing.map((gate) => `--${gate}`).join(' ');
  return [
    `Warning:        ${missing.join(' and ')} not run, as the history records. Before all visitors get it:`,
    `                npm run release -- check ${target} ${options}`,
  ];
}

function percentage(text: string): number {
  const percent = Number(text.replace(/\s*%$/, ''));
  if (percent > 0 && percent <= 100) return percent;
  throw new InvalidArgumentError('Use a number above 0 and up to 100.');
}

/** Reports an invalid value as that of an option. */
function argument<Value>(read: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      throw error instanceof UserError ? new InvalidArgumentError(error.message) : error;
    }
  };
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Use a whole number from 1.');
}

function canaryText({ version, percent, rollout, set }: NonNullable<AppStatus['canary']>): string {
  return `${version} for ${describeShare(percent)}${set === undefined ? '' : ` in the set ${set}`}${rollout ? `, then ${describeRollout(rollout)}` : ''}`;
}

function servedLine(revision: number, site: string | undefined, served: number | undefined): string {
  if (site === undefined) return `Visitors were not asked for: ${NO_SITE_NAMED}.`;
  if (served === undefined) return `No site that is built from this store responds at ${site}.`;
  return `Visitors of ${site} get ${served === revision ? 'the same' : `revision ${served}`}.`;
}

function linesOf({ revision, at, who, why, changes }: HistoryEntry): string[][] {
  return changes.map((change, index) =>
    index === 0
      ? [String(revision), timeOf(at), who, describeChange(change), why ?? '']
      : ['', '', '', describeChange(change), ''],
  );
}

/** Shows a time to the second, in UTC. */
function timeOf(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')}Z`;
}
