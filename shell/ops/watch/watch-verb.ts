import type { Command } from 'commander';
import { ports } from '../../tools/settings';
import { UserError } from '../../tools/user-error';
import { dataFolder } from '../../tools/locations';
import { readOpsToken } from '../pages/ops-token';
import { ownReleases } from './own-releases';
import { telemetryOf } from './release-telemetry';
import { createWatcher, keepWatching, LOOK_EVERY } from './watcher';
import { type CommonOptions, tell } from '../../release/cli/output';

/** watch: what npm start does as well, for where the site is served by other means. */
export function addWatchVerb(program: Command): void {
  program
    .command('watch')
    .summary('abort canaries that do worse than what is live')
    .description(
      'Compares every canary with the live release, by what visitors’ pages report to the API, and aborts one that fails significantly more often or reacts significantly slower. Runs until it is stopped. npm start does the same by itself.',
    )
    .option('--api <origin>', 'where the API answers', `http://localhost:${ports().api}`)
    .addHelpText(
      'after',
      `
Needs the operators' token in OPS_TOKEN, and the key that signs the registry. With --dry-run it only says what
it would abort. Which difference counts: shell/docs/decisions/0410.

Example:
  OPS_TOKEN=… npm run release -- watch --api https://academy.example`,
    )
    .action(async ({ api }: { readonly api: string }, command: Command) => {
      const { dryRun = false } = command.optsWithGlobals<CommonOptions>();
      const token = await readOpsToken(dataFolder);
      if (!token) throw new UserError('The API tells how releases do to operators only: set OPS_TOKEN.');
      const releases = ownReleases();
      const said = new Set<string>();
      await releases.registry();
      const watcher = createWatcher({
        releases: dryRun ? { ...releases, abort: async () => undefined } : releases,
        telemetry: telemetryOf(api.replace(/\/$/, ''), token),
        tell(line) {
          // What is not done would be said again at every look.
          if (!dryRun) tell(line);
          else if (!said.has(line)) tell(`Would be: ${line}`);
          said.add(line);
        },
      });
      tell('Canaries are watched. Ctrl-C ends it.');
      const stop = keepWatching(watcher, LOOK_EVERY);
      await new Promise<void>((resolve) => {
        process.once('SIGINT', resolve);
        process.once('SIGTERM', resolve);
      });
      await stop();
    });
}
