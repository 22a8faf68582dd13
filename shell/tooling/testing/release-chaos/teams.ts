import type { SiteOptions } from '../../../platform/prerender/build-site';
import type { Keys } from '../../../platform/store/keys/local-keys';
import type { Storage } from '../../../platform/store/storage/storage';
import { PROCESS_FAULTS, clockOff, RestartableProcess } from '../restartable-process';
import { testScript } from '../test-script';
import { REMOTES } from './operations';

/** How long ago a release must have been published before it is pruned, in milliseconds. */
export const OLD_MS = 8 * 24 * 60 * 60 * 1000;
/** With which operators log in. */
export const OPS_TOKEN = 'operators-0123456789-0123456789-0123456789';

/** A site whose releases teams change. */
export interface ReleaseSite {
  readonly origin: string;
  /** The operators' pages. */
  readonly opsAddress: string;
  readonly storage: Storage;
  readonly keys: Keys;
  /** How changes are built. */
  readonly options: SiteOptions;
  /** The releases of remotes, as `<app>@<version>`. */
  readonly published: Set<string>;
  readonly siteBuilders: readonly RestartableProcess[];
  /** The process of each remote's team. */
  readonly teams: ReadonlyMap<string, RestartableProcess>;
  /** Makes a release look as if it had been published eight days ago. */
  age(app: string, version: string): Promise<void>;
  /** Replaces the API by one with other content. */
  deployApi?(): Promise<void>;
}

/** @param environment with the store and the keys of all teams. */
export async function startTeams(
  environment: NodeJS.ProcessEnv,
  stops: (() => unknown)[],
): Promise<ReadonlyMap<string, RestartableProcess>> {
  const script = await testScript('shell/tooling/testing/release-chaos/team.ts');
  const teams = REMOTES.map(async (app) => {
    const env = {
      ...environment,
      // No browser is started, because minimal releases show nothing in one.
      CHROMIUM_PATH: '',
      NODE_CHANNEL_FD: undefined,
      ...(app === 'marketing' && clockOff(1)),
    };
    const args = ['--require', PROCESS_FAULTS, script];
    const team = new RestartableProcess(`team ${app}`, env, (said) => said === 'ready', args);
    await team.start();
    stops.push(() => team.stop());
    return [app, team] as const;
  });
  return new Map(await Promise.all(teams));
}
