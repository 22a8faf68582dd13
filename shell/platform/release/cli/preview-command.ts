import { type Command, InvalidArgumentError } from 'commander';
import { previewOrigin } from '../../server/addresses';
import { MAX_PREVIEW_DAYS } from '../../formats/preview';
import { previewLink } from '../preview';
import { commonOptions, parseRelease, printResult } from './output';

export function addPreviewCommand(program: Command): void {
  program
    .command('preview')
    .argument('<release>', 'a published release of a remote: shop@1.5.0')
    .summary('make a link that shows a release which is not promoted')
    .description(
      'Signs a link to the preview origin (PREVIEW_ORIGIN). Anybody who opens it sees this release in that browser tab until the link expires; nobody else does. The browser verifies the link and runs only the signed files. Nobody is or can be logged in there, and its visits are not part of the telemetry.',
    )
    .option(
      '--for <time>',
      `how long the link is valid, such as 12h or 7d, up to ${MAX_PREVIEW_DAYS}d`,
      hours,
      7 * 24,
    )
    .option('--page <address>', 'the page to open; the first one of the release by default')
    .addHelpText(
      'after',
      `
The link is signed with the key preview where this machine has it, else with the key of the registry. It cannot be
withdrawn before it expires, except by revoking that key.

Examples:
  npm run release -- preview shop@1.5.0
  npm run release -- preview shop@pr-12.3f2a9c1d --for 7d --page /isa-basket`,
    )
    .action(async (text: string, options: { readonly for: number; readonly page?: string }) => {
      const { app, version } = parseRelease(text);
      const { for: validHours, page } = options;
      const release = { app, version, hours: validHours, page };
      const link = await previewLink({ ...release, previewOrigin: previewOrigin() });
      const { dryRun } = commonOptions(program);
      const result = { app, version, expires: link.expires, ...(!dryRun && { url: link.url }) };
      printResult(program, result, () =>
        dryRun
          ? `A link to ${app}@${version} would be valid until ${link.expires}.`
          : [link.url, `It shows ${app}@${version} until ${link.expires}. Telemetry ignores it.`],
      );
    });
}

function hours(text: string): number {
  const [, amount, unit] = /^(\d+)([hd])$/.exec(text) ?? [];
  const result = Number(amount) * (unit === 'd' ? 24 : 1);
  if (result > 0 && result <= MAX_PREVIEW_DAYS * 24) return result;
  throw new InvalidArgumentError(`Use hours or days, such as 12h or 7d, up to ${MAX_PREVIEW_DAYS}d.`);
}
