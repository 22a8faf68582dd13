import type { ReleaseTelemetry } from '@isa/api-contract';
import { type DataSource, MoreThanOrEqual } from 'typeorm';
import { minuteOf, type ReleaseMinute, ReleaseMinutes } from '../../database/entities';
import { type ApiRouter, createRouter } from '../../http/context';
import type { CoreDeps } from '../../http/deps';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { operatorsOnly } from '../../http/operators';
import type { TelemetryCounters } from './counters';
import { readOperations, recordBrowserError } from './operations';

const MINUTE_MS = 60_000;
/** The limit of beacons of one address, which many visitors may share. */
const beacons: RateLimit = { name: 'telemetry', attempts: 240, seconds: 60 };
const loggedErrors: RateLimit = { name: 'telemetry-log', attempts: 30, seconds: 60 };

export interface TelemetryDeps extends CoreDeps {
  readonly telemetry: TelemetryCounters;
}

/** What pages report about releases, and the operators' report. Beacons contain no session and need no proof of origin. */
export function telemetryRoutes(deps: TelemetryDeps): ApiRouter {
  const { limits, telemetry, db, log, now } = deps;
  const router = createRouter();

  mount(router, 'telemetry', [limits.perAddress(beacons)], async ({ body, ctx }) => {
    await telemetry.record(body.events, ctx.ip);
    for (const { remote, version, slot, route, ...event } of body.events) {
      if (event.kind !== 'error' || !(await limits.tryConsume(loggedErrors, 'all'))) continue;
      const { phase, place } = event;
      log.warn({ remote, version, slot, route, phase, place }, 'a page reported an error');
      if (place !== undefined) await recordBrowserError(db, { remote, version, phase, place }, now());
    }
    return undefined;
  });

  mount(router, 'operations', [operatorsOnly(deps)], () => readOperations(db, now()));

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

/** MySQL and MariaDB return sums as text. */
type Sum = Omit<ReleaseMinute, 'minute' | 'amount'> & { readonly amount: number | string };

async function reportReleases(db: DataSource, fromMinute: number): Promise<ReleaseTelemetry[]> {
  const sums = await db
    .getRepository(ReleaseMinutes)
    .createQueryBuilder('row')
    .select('row.remote', 'remote')
    .addSelect('row.version', 'version')
    .addSelect('row.slot', 'slot')
    .addSelect('row.metric', 'metric')
    .addSelect('SUM(row.amount)', 'amount')
    .where({ minute: MoreThanOrEqual(fromMinute) })
    .groupBy('row.remote, row.version, row.slot, row.metric')
    .orderBy('row.remote')
    .addOrderBy('row.version')
    .addOrderBy('row.slot')
    .getRawMany<Sum>();

  const releases = new Map<string, { readonly release: Sum; readonly counts: Map<string, number> }>();
  for (const sum of sums) {
    const name = `${sum.remote} ${sum.version} ${sum.slot}`;
    const counts = releases.get(name)?.counts ?? new Map<string, number>();
    if (counts.size === 0) releases.set(name, { release: sum, counts });
    counts.set(sum.metric, Number(sum.amount));
  }
  return [...releases.values()].map(({ release: { remote, version, slot }, counts }) => {
    const count = (metric: string) => counts.get(metric) ?? 0;
    return {
      remote,
      version,
      slot,
      views: count('view'),
      failedViews: count('failed-view'),
      errors: {
        fetch: count('error:fetch'),
        integrity: count('error:integrity'),
        evaluate: count('error:evaluate'),
        load: count('error:load'),
        chunk: count('error:chunk'),
        render: count('error:render'),
        data: count('error:data'),
        uncaught: count('error:uncaught'),
      },
      measuredViews: count('measured-view'),
      slowViews: count('slow-view'),
      policyReports: count('policy-report'),
    };
  });
}
