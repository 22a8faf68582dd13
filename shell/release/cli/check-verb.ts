import type { Command } from 'commander';
import { PlainError } from '../../commands/processes';
import { checkRelease, recordCheck, type Verdict } from '../checks/check';
import { type CommonOptions, namedRelease, report, table, tell } from './output';

/** check: the gates, each with its verdict. */
export function addCheckVerb(program: Command): void {
  program
    .command('check')
    .argument('<release>', 'shop@1.5.0')
    .summary('hold a release against everything that is in service')
    .description(
      'Asks a release in the store whatever can be asked without visitors, and records the answers for promote.',
    )
    .option(
      '--journeys',
      'also walk the site in a browser, with the live and with the previous version of the others',
    )
    .addHelpText(
      'after',
      `
signature        release.json is signed by a trusted key of the team
integrity        every file has the bytes that were signed; nothing is missing, unlisted or shows the sources
types            the remote compiles against the contract of every shell in service (a shell: every remote against it)
shared packages  what it takes from the shell is provided in a version that it accepts
routes           nobody else answers its addresses, also by a pattern; its menu leads to pages that somebody owns
sizes            its scripts keep to shell/release/budgets.json
journeys         in a browser, with --journeys only

The exit code is 1 when a gate fails. Examples:
  npm run release -- check shop@1.5.0
  npm run release -- check shop@1.5.0 --journeys`,
    )
    .action(async (text: string, options: { readonly journeys?: boolean }, command: Command) => {
      const common = command.optsWithGlobals<CommonOptions>();
      const { part, version } = namedRelease(text);
      // The browser's driver is large, and few checks need it.
      const journeys = options.journeys && (await import('../checks/journeys')).runJourneys(tell);
      const checked = await checkRelease({
        part,
        version,
        onGate: (gate) => tell(`Checking ${gate}…`),
        ...(journeys && { journeys }),
      });
      if (!common.dryRun) await recordCheck(checked);
      report(common, checked, () => [
        ...table(checked.verdicts.flatMap(linesOf)),
        checked.passed
          ? `${part}@${version} may go out.`
          : `${part}@${version} must not go out: ${failures(checked.verdicts)} failed.`,
      ]);
      if (!checked.passed) throw new PlainError(`${part}@${version} has not passed its check.`);
    });
}

/** Some complaints come by the hundred. */
const SHOWN = 10;

function linesOf({ gate, verdict, words }: Verdict): string[][] {
  const more = words.length > SHOWN ? [`and ${words.length - SHOWN} more`] : [];
  return [...words.slice(0, SHOWN), ...more].map((line, index) =>
    index === 0 ? [gate, verdict, line] : ['', '', line],
  );
}

function failures(verdicts: readonly Verdict[]): string {
  return verdicts
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ gate }) => gate)
    .join(', ');
}
