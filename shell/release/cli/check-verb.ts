import type { Command } from 'commander';
import { UserError } from '../../tools/user-error';
import { type BrowserGate, checkRelease, type CheckReport, unchecked, type Verdict } from '../checks/check';
import { recordCheck } from '../checks/record';
import { type CommonOptions, namedRelease, report, table, tell } from './output';

type WantedVisits = Partial<Readonly<Record<BrowserGate, boolean>>>;

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
    .option('--load', 'also load its pages in a browser, in turns with those of the live site')
    .addHelpText(
      'after',
      `
signature        release.json is signed by a trusted key of the team
integrity        every file has the bytes that were signed; nothing is missing, unlisted or shows the sources
types            the remote compiles against the contract of every shell in service (a shell: every remote against it)
shared packages  what it takes from the shell is provided in a version that it accepts
routes           nobody else answers its addresses, also by a pattern; its menu leads to pages that somebody owns
sizes            its scripts keep to shell/release/budgets.json
journeys         in a browser, with --journeys only: the site's main job and the part's own
load             in a browser, with --load only: bytes, requests, hops, layout shift and times, also in budgets.json

A gate that was not run is not passed: a canary may go without it, with a note in the history; everybody may not.
What a browser has found of a release stays recorded until it is asked again. The exit code is 1 when a gate fails,
or when there is no browser for one that was asked for. Examples:
  npm run release -- check shop@1.5.0
  npm run release -- check shop@1.5.0 --journeys --load`,
    )
    .action(async (text: string, options: WantedVisits, command: Command) => {
      const common = command.optsWithGlobals<CommonOptions>();
      const { part, version } = namedRelease(text);
      // The browser's driver is large, and few checks need it.
      const browser =
        (options.journeys ?? options.load) && (await import('../checks/in-browser')).inBrowser(options, tell);
      const checked = await checkRelease({
        part,
        version,
        onGate: (gate) => tell(`Checking ${gate}…`),
        ...(browser && { browser }),
      });
      const kept = common.dryRun ? checked : await recordCheck(checked);
      report(common, kept, () => [...table(kept.verdicts.flatMap(linesOf)), conclusion(kept)]);
      if (!kept.passed) throw new UserError(`${part}@${version} has not passed its check.`);
    });
}

function conclusion(checked: CheckReport): string {
  const { part, version, verdicts, passed } = checked;
  const name = `${part}@${version}`;
  if (!passed) return `${name} must not go out: ${failures(verdicts)} failed.`;
  const missing = unchecked(checked);
  if (missing.length === 0) return `${name} may go out.`;
  const options = missing.map((gate) => `--${gate}`).join(' ');
  return `${name} may go out to some. Before everybody gets it: npm run release -- check ${name} ${options}`;
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
