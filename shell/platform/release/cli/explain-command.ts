import type { Command } from 'commander';
import { explainPlace, placeLabel } from '../explain';
import { parseRelease, printResult } from './output';

/** Adds `explain`, which finds the source of an error that a browser has reported. */
export function addExplainCommand(program: Command): void {
  program
    .command('explain')
    .argument('<release>', 'shop@1.5.0')
    .argument('<place>', '604.0123456789ab.js:1:2345, from the stack of an error')
    .summary('find the source of a place in a script')
    .description(
      'Reads the source map that is stored with the release, and prints the file, the line, the function and some lines of the source.',
    )
    .addHelpText(
      'after',
      `
/ops/failures and the API's log have the releases and places of errors that browsers have reported.

Example:
  npm run release -- explain shop@1.5.0 604.0123456789ab.js:1:2345`,
    )
    .action(async (release: string, place: string) => {
      const found = await explainPlace(parseRelease(release), place);
      printResult(program, found, () => [
        placeLabel(found),
        '',
        ...found.lines.map(
          ({ number, text }) =>
            `${number === found.line ? '>' : ' '} ${String(number).padStart(5)} | ${text}`,
        ),
      ]);
    });
}
