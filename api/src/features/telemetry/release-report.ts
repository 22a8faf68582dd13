import type { ReleaseTelemetry } from '@isa/api-contract';
import { type DataSource, MoreThanOrEqual } from 'typeorm';
import { type ReleaseMinute, ReleaseMinutes } from '../../database/entities';

/** MySQL and MariaDB return sums as text. */
type Sum = Omit<ReleaseMinute, 'minute' | 'amount'> & { readonly amount: number | string };

export async function reportReleases(db: DataSource, fromMinute: number): Promise<ReleaseTelemetry[]> {
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
