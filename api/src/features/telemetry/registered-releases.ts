import { z } from 'zod';
import { repeatEvery, type Job } from '../../platform/jobs';
import type { ReleaseName } from './counters';
import type { TelemetryDeps } from './routes';

const PAUSE_MS = 10_000;
const TIMEOUT_MS = 5_000;
/** How many reads in a row fail before it is logged: a minute of them, and half an hour while the site is first built. */
const FAILURES = { known: 6, unknown: 180 };

const release = z.object({ version: z.string() });
/** What the site's `registry.json` says about names. */
const registryFile = z.object({
  registry: z.object({
    shell: z.object({ live: z.string(), previous: z.string().optional() }),
    remotes: z.array(
      z.object({
        name: z.string(),
        live: release.optional(),
        previous: release.optional(),
        canary: z.object({ release }).optional(),
      }),
    ),
  }),
});

/** Tells the counters which releases the site has registered. Each process reads it on its own. */
export function registeredReleasesJob(
  deps: Pick<TelemetryDeps, 'env' | 'log' | 'telemetry'>,
  pauseMs = PAUSE_MS,
): Job {
  let failures = 0;
  let tolerated = FAILURES.unknown;
  return repeatEvery(pauseMs, 'registered-releases', deps, async () => {
    try {
      deps.telemetry.setRegistered(await readRegisteredReleases(deps.env.siteOrigin));
      failures = 0;
      tolerated = FAILURES.known;
    } catch (error) {
      failures += 1;
      if (failures === tolerated)
        deps.log.warn({ err: error }, 'the site’s registry cannot be read: the last known releases stay');
    }
  });
}

/** @throws Error when the site sends no registry */
export async function readRegisteredReleases(siteOrigin: string): Promise<readonly ReleaseName[]> {
  const response = await fetch(`${siteOrigin}/registry.json`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${siteOrigin}/registry.json answers ${response.status}.`);
  const { shell, remotes } = registryFile.parse(await response.json()).registry;
  return [
    ...[shell.live, shell.previous].map((version) => ({ remote: 'shell', version })),
    ...remotes.flatMap(({ name, live, previous, canary }) =>
      [live, previous, canary?.release].map((registered) => ({ remote: name, version: registered?.version })),
    ),
  ].flatMap(({ remote, version }) => (version === undefined ? [] : [{ remote, version }]));
}
