import type { TelemetryEvent } from '@isa/api-contract';
import { minuteOf } from '../../database/entities';
import { type ApiRouter, createRouter } from '../../http/context';
import type { CoreDeps } from '../../http/deps';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { operatorsOnly } from '../../http/operators';
import { every, type Job } from '../../platform/jobs';
import type { TelemetryCounters } from './counters';
import { reportReleases } from './release-report';

const FLUSH_MS = 3_000;
const MINUTE_MS = 60_000;
/** The limit of beacons of one address, which many visitors may share. */
const beacons: RateLimit = { name: 'telemetry', attempts: 240, seconds: 60 };
const loggedErrors: RateLimit = { name: 'telemetry-log', attempts: 30, seconds: 60 };

interface TelemetryDeps extends CoreDeps {
  readonly telemetry: TelemetryCounters;
}

/** What pages report about releases, and the operators' report. Beacons contain no session and need no proof of origin. */
export function telemetryRoutes(deps: TelemetryDeps): ApiRouter {
  const { limits, telemetry, db, log, now } = deps;
  const router = createRouter();

  async function logError({ remote, version, slot, route, ...event }: TelemetryEvent): Promise<void> {
    if (event.kind !== 'error' || !(await limits.tryConsume(loggedErrors, 'all'))) return;
    log.warn({ remote, version, slot, route, phase: event.phase }, 'a page reported an error');
  }

  mount(router, 'telemetry', [limits.perAddress(beacons)], async ({ body, ctx }) => {
    await telemetry.record(body.events, ctx.ip);
    for (const event of body.events) await logError(event);
    return undefined;
  });

  mount(router, 'releaseTelemetry', [operatorsOnly(deps)], async ({ query }) => {
    await telemetry.flush();
    const until = now();
    const from = minuteOf(until) - query.minutes + 1;
    return {
      from: new Date(from * MINUTE_MS).toISOString(),
      until: until.toISOString(),
      releases: await reportReleases(db, from),
    };
  });

  return router;
}

export function telemetryFlushJob(deps: TelemetryDeps): Job {
  return every(FLUSH_MS, 'telemetry', deps, () => deps.telemetry.flush());
}
