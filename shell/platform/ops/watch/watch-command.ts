import { once } from 'node:events';
import type { Command } from 'commander';
import { commonOptions, log } from '../../release/cli/output';
import { processSecurityLog } from '../../release/security-log';
import { servedReleasesReader } from '../../store/served-releases';
import { dataFolder } from '../../../packages/node/folders';
import { ports, siteOrigin } from '../../server/addresses';
import { UserError } from '../../../packages/node/user-error';
import { readOpsReadToken } from '../pages/ops-token';

/** Adds the command `watch`, for sites that are not served by `npm start`. */
export function addWatchCommand(program: Command): void {
  program
    .command('watch')
    .summary('abort bad canaries, continue rollouts, and roll back what cannot be rendered')
    .description(
      'Compares every canary with the live release, using the telemetry that pages send to the API, and aborts a canary that fails significantly more often or reacts significantly slower. Takes the next step of a rollout (promote --steps). Rolls back a live release that the site reports as impossible to render. Runs until it is stopped. npm start includes it.',
    )
    .option('--api <origin>', 'origin of the API', `http://localhost:${ports().api}`)
    .option('--site <origin>', 'origin of the site', siteOrigin())
    .addHelpText(
      'after',
      `
Requires the token for telemetry in OPS_READ_TOKEN and the key that signs the registry. With --dry-run it only reports what
it would abort. For the statistics see decision 0410 in shell/docs/decisions.

Example:
  OPS_READ_TOKEN=… npm run release -- watch --api https://academy.example`,
    )
    .action(async ({ api, site }: { readonly api: string; readonly site: string }) => {
      const { dryRun } = commonOptions(program);
      const token = await readOpsReadToken(dataFolder);
      if (!token)
        throw new UserError('The API sends release telemetry to operators only: set OPS_READ_TOKEN.');
      // The watcher is loaded on demand, because no other command watches.
      const [{ telemetryReader }, { watchReleases }, { watchedReleases }] = await Promise.all([
        import('./release-telemetry'),
        import('./watch-releases'),
        import('./watched-releases'),
      ]);
      const watched = watchedReleases(processSecurityLog());
      await watched.registry();
      const change = async () => undefined;
      const releases = dryRun
        ? { ...watched, abort: change, advance: change, rollBack: change, renew: change, withdraw: change }
        : watched;
      const reported = new Set<string>();
      /** In a dry run the canary stays, and every check would report it again. */
      const logOnce = (line: string) => {
        if (!reported.has(line)) log(`Dry run: ${line}`);
        reported.add(line);
      };
      log('Watching canaries. Press Ctrl-C to stop.');
      const stop = watchReleases({
        releases,
        telemetry: telemetryReader(api.replace(/\/$/, ''), token),
        readServed: servedReleasesReader(site.replace(/\/$/, '')),
        log: dryRun ? logOnce : log,
      });
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await stop();
    });
}
