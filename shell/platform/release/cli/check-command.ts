import type { Command } from 'commander';
import { localKeys } from '../../store/keys/local-keys';
import { defaultStorage } from '../../store/storage/default-storage';
import { commandTarget, nameOf, type ReleaseName } from '../../formats/release-set';
import { readVerifiedRegistry } from '../../store/registry-history';
import type { StoreAccess } from '../../store/releases';
import { isKit } from '../../../packages/node/folders';
import { UserError } from '../../../packages/node/user-error';
import { checkUnprivileged } from '../checks/check-unprivileged';
import { recordCheck } from '../checks/record';
import { type CheckReport, gatesNotRun, isBrowserGate, type Verdict } from '../../formats/check-report';
import { stepsToPromote } from '../next-steps';
import { commonOptions, log, printResult, readReleases, textTable } from './output';

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .argument('[release]', 'shop@1.5.0')
    .summary('check a release against everything in service')
    .description('Runs the gates on a release in the store, and records the result for promote.')
    .option(
      '--journeys',
      'also run the journeys in a browser, with the live and the previous versions of the other apps',
    )
    .option(
      '--set <file>',
      'check the releases of a set alongside each other; promote --set describes the file',
    )
    .option('--canaries', 'run all gates on every canary whose browser gates are missing or out of date')
    .addHelpText(
      'after',
      `
signature        release.json is signed with a trusted key of the team
integrity        every file has the signed content; no file is missing, unlisted or a visible source map
types            the remote compiles against the contract of every shell in service (a shell: every remote against it)
calls            the API of SITE_ORIGIN serves every call that the release uses
shared packages  the shell provides what the remote needs, in a version that the remote accepts
routes           no other app claims its addresses or overlapping patterns; its menu and the menus of others link to existing pages;
                 no public page of SITE_ORIGIN links to an address that it no longer serves
sizes            its scripts are at most 2 % larger than the live release's, or within the budgets of its package.json (isa.sizes) and of the operators
start            the release starts once in Chromium
rendering        all pages are rendered as a promotion would render them, in the sandbox and with data of SITE_ORIGIN;
                 the app's links lead to pages
journeys         only with --journeys: in a browser, the site's main job and the app's own journeys pass, with the live and the previous
                 versions of the other apps; with the previous ones only a journey counts that passes without the release

A gate that was not run has not been passed. Only the journeys may be missing from a canary, and the history notes that;
without another gate nothing is promoted except with --force and a --reason. The gates run without keys. The record is
signed with the key check, the operators' key or else the team's. Results of the browser gates count until the gates
run again, the shell changes, or another remote changes its routes or its menu; check --canaries then repeats them, for
a schedule. The exit code is 1 when a gate fails or could not be run.

Examples:
  npm run release -- check shop@1.5.0
  npm run release -- check shop@1.5.0 --journeys`,
    )
    .action(async (text: string | undefined, options: CheckCommandOptions) => {
      if (isKit && (options.journeys ?? options.canaries)) {
        throw new UserError('The journeys need the whole site: the operators run them in its repository.');
      }
      const store = { storage: defaultStorage(), keys: localKeys };
      const members = await membersOf(text, options, store);
      const wantsJourneys = options.canaries ?? options.journeys ?? false;
      const results: { recorded: CheckReport; promote: string; target: string }[] = [];
      for (const { app, version, together } of members) {
        // The gates are loaded on demand, because no other command runs them. A refused release needs no
        // browser, which might have to be installed.
        const { checkSignature } = await import('../checks/check');
        const { candidate } = await checkSignature({ app, version, ...store });
        const chromium =
          candidate && wantsJourneys
            ? await (await import('../checks/prepare-journeys')).prepareJourneys(log)
            : undefined;
        const candidateOf = { app, version, together, renders: true };
        const report = await checkUnprivileged(candidateOf, store, chromium, log);
        const recorded = commonOptions(program).dryRun ? report : await recordCheck(report);
        const set = {
          releases: [{ app, version }, ...together],
          ...(options.set !== undefined && { file: options.set }),
        };
        const { promote } =
          together.length === 0
            ? await stepsToPromote(app, version, store.storage)
            : { promote: `npm run release -- promote ${commandTarget(set)} --percent 5` };
        results.push({ recorded, promote, target: commandTarget(set) });
      }
      const reports = results.map(({ recorded }) => recorded);
      const isOne = options.set === undefined && !options.canaries;
      printResult(program, isOne ? reports[0] : reports, () => [
        ...(results.length === 0
          ? ['Every canary has passed the browser gates alongside what is live.']
          : []),
        ...results.flatMap(({ recorded, promote, target }) => [
          ...(members.length > 1 ? ['', nameOf(recorded)] : []),
          ...textTable(recorded.verdicts.flatMap(linesOf)),
          conclusion(recorded, promote, target, wantsJourneys),
        ]),
      ]);
      const failed = reports.filter(({ passed }) => !passed).map(nameOf);
      const unavailable = results
        .filter(({ recorded, promote }) => gatesUnavailable(recorded, promote, wantsJourneys).length > 0)
        .map(({ recorded }) => nameOf(recorded));
      if (failed.length > 0) {
        throw new UserError(
          `${failed.join(' and ')} ${failed.length > 1 ? 'have failed their checks' : 'has failed its check'}.`,
        );
      }
      if (unavailable.length > 0) {
        throw new UserError(`${unavailable.join(' and ')} could not be checked completely.`);
      }
    });
}

interface CheckCommandOptions {
  readonly journeys?: boolean;
  readonly set?: string;
  readonly canaries?: boolean;
}

async function membersOf(
  text: string | undefined,
  { set, canaries }: CheckCommandOptions,
  store: Required<StoreAccess>,
): Promise<readonly (ReleaseName & { readonly together: readonly ReleaseName[] })[]> {
  if (canaries) {
    if (text !== undefined || set !== undefined)
      throw new UserError('--canaries takes no release and no set.');
    const { registry } = await readVerifiedRegistry(store.storage, store.keys);
    return (await import('../checks/require-checked')).canariesToCheck(registry, store);
  }
  const { releases: members } = await readReleases(text, set);
  return members.map((one) => ({ ...one, together: members.filter(({ app }) => app !== one.app) }));
}

/**
 * The gates that were wanted and could not be run. Before anything is live there is nothing to compare with, and in
 * the repository of a remote there is no site: the operators check the release again.
 */
function gatesUnavailable(report: CheckReport, promote: string, wantsJourneys: boolean): readonly string[] {
  if (isKit || promote.includes('--force')) return [];
  return gatesNotRun(report).filter((gate) => wantsJourneys || !isBrowserGate(gate));
}

/** @param target what a command that repeats the check names. */
function conclusion(report: CheckReport, promote: string, target: string, wantsJourneys: boolean): string {
  const { verdicts, passed } = report;
  const name = nameOf(report);
  if (!passed) {
    const failed = verdicts.filter(({ verdict }) => verdict === 'failed').map(({ gate }) => gate);
    return `${name} cannot be promoted: ${failed.join(', ')} failed.`;
  }
  if (isKit) return `${name} has passed. The operators promote it, in the repository of the site: ${promote}`;
  const missing = gatesNotRun(report);
  if (missing.length === 0 || promote.includes('--force')) return `${name} can be promoted: ${promote}`;
  const unavailable = gatesUnavailable(report, promote, wantsJourneys);
  if (unavailable.length > 0) {
    return `${name} cannot be promoted yet: ${unavailable.join(' and ')} could not be run. When that is possible: npm run release -- check ${target}`;
  }
  const options = missing.map((gate) => `--${gate}`).join(' ');
  const check = `npm run release -- check ${target} ${options}`;
  // Without a live release there is nothing that a canary could be compared with.
  return promote.includes('--percent')
    ? `${name} can be promoted as a canary: ${promote}. Before all visitors get it: ${check}`
    : `${name} can be promoted after: ${check}`;
}

/** A gate can find hundreds of problems. */
const MAX_LINES = 10;

function linesOf({ gate, verdict, messages }: Verdict): string[][] {
  const more = messages.length > MAX_LINES ? [`and ${messages.length - MAX_LINES} more`] : [];
  return [...messages.slice(0, MAX_LINES), ...more].map((line, index) =>
    index === 0 ? [gate, verdict, line] : ['', '', line],
  );
}
