import { calls, type TelemetryEvent } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import type { Deps } from '../../deps';
import { type ApiRouter, createRouter } from '../../http/context';
import type { Allowance } from '../../http/limits';
import { mount } from '../../http/mount';
import { operatorsOnly } from '../../http/operators';
import { every, type Job } from '../../jobs';
import { minuteOf } from './counters';
import { reportReleases } from './release-report';

const FLUSH_MS = 3_000;
const MINUTE_MS = 60_000;
/** Many visitors may share an address. */
const beacons: Allowance = { name: 'telemetry', attempts: 240, seconds: 60 };
/** Enough to see where it fails; the counters hold how often. */
const loggedErrors: Allowance = { name: 'telemetry-log', attempts: 30, seconds: 60 };

/**
 * What pages report about releases, and what operators read of it. Beacons know no session and are the same for
 * everybody, so they need no proof of origin; sent from another site they would need a preflight, which nobody grants.
 */
export function telemetryRoutes(deps: Deps): ApiRouter {
  const { env, limits, telemetry, db, log, now } = deps;
  const router = createRouter();

  async function logError({ remote, version, slot, route, ...event }: TelemetryEvent): Promise<void> {
    if (event.kind !== 'error' || !(await limits.allows(loggedErrors, 'all'))) return;
    log.warn({ remote, version, slot, route, phase: event.phase }, 'a page reported an error');
  }

  mount(router, calls.telemetry, callSchemas.telemetry, limits.perAddress(beacons), async ({ body }) => {
    telemetry.record(body.events);
    for (const event of body.events) await logError(event);
    return undefined;
  });

  mount(
    router,
    calls.releaseTelemetry,
    callSchemas.releaseTelemetry,
    operatorsOnly(env),
    async ({ query }) => {
      await telemetry.flush();
      const until = now();
      const from = minuteOf(until) - query.minutes + 1;
      return {
        from: new Date(from * MINUTE_MS).toISOString(),
        until: until.toISOString(),
        releases: await reportReleases(db, from),
      };
    },
  );

  return router;
}

/** Saves what has come up every few seconds. What comes up last is saved when the process lets go of the database. */
export function telemetryFlushJob(deps: Deps): Job {
  return every(FLUSH_MS, 'telemetry', deps, () => deps.telemetry.flush());
}
