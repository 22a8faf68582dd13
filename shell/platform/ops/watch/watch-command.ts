import { once } from 'node:events';
import type { Command } from 'commander';
import { commonOptions, log } from '../../release/cli/output';
import { processSecurityLog } from '../../release/security-log';
import { siteOptions } from '../../release/site-options';
import { localKeys, REGISTRY_OWNER } from '../../store/keys/local-keys';
import { ports } from '../../server/addresses';

/** Adds the command `watch`, for sites that are not served by `npm start`. */
export function addWatchCommand(program: Command): void {
  program
    .command('watch')
    .summary('abort bad canaries, roll back bad releases, and continue rollouts')
    .description(
      'Compares every canary with the live release, using the telemetry that pages send to the API, and aborts a canary that fails significantly more often or reacts significantly slower. Rolls back a live release that fails significantly more often than the one before it. Takes the next step of a rollout (promote --steps). Runs until it is stopped. npm start includes it.',
    )
    .option('--api <origin>', 'origin of the API', `http://localhost:${ports().api}`)
    .addHelpText(
      'after',
      `
Requires the key that signs the registry, which also signs the requests for telemetry. With --dry-run it only reports what
it would abort. For the statistics see decision 0410 in shell/docs/decisions.

Example:
  npm run release -- watch --api https://academy.example`,
    )
    .action(async ({ api }: { readonly api: string }) => {
      const { dryRun } = commonOptions(program);
      const readKey = () => localKeys.privateKey(REGISTRY_OWNER);
      await readKey();
      // The watcher is loaded on demand, because no other command watches.
      const [{ telemetryReader }, { watchReleases }, { watchedReleases }] = await Promise.all([
        import('./release-telemetry'),
        import('./watch-releases'),
        import('./watched-releases'),
      ]);
      const watched = watchedReleases(processSecurityLog(), siteOptions());
      await watched.registry();
      const change = async () => undefined;
      const releases = dryRun
        ? { ...watched, abort: change, rollBack: change, advance: change, renew: change }
        : watched;
      const reported = new Set<string>();
      /** In a dry run the canary stays, and every check would report it again. */
      const logOnce = (line: string) => {
        if (!reported.has(line)) log(`Dry run: ${line}`);
        reported.add(line);
      };
      log('Watching releases. Press Ctrl-C to stop.');
      const stop = watchReleases({
        releases,
        telemetry: telemetryReader(api.replace(/\/$/, ''), readKey),
        log: dryRun ? logOnce : log,
      });
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await stop();
    });
}
