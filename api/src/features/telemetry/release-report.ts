import { type ReleaseTelemetry, SLOW_INTERACTION } from '@isa/api-contract';
import { type DataSource, MoreThanOrEqual } from 'typeorm';
import { type ReleaseMinute, ReleaseMinutes } from '../../database/entities';
import { countAbove, countOf, type Histogram, type Measure, p75Of } from './histogram';

/** MySQL and MariaDB return sums as text. */
type Sum = Omit<ReleaseMinute, 'minute' | 'amount'> & { readonly amount: number | string };

/** One release's histograms by metric; plain counters have a single bucket. */
type Metrics = Map<string, Map<number, number>>;

/** The telemetry of each release since a minute, ordered by name. */
export async function reportReleases(db: DataSource, fromMinute: number): Promise<ReleaseTelemetry[]> {
  const sums = await db
    .getRepository(ReleaseMinutes)
    .createQueryBuilder('row')
    .select('row.remote', 'remote')
    .addSelect('row.version', 'version')
    .addSelect('row.slot', 'slot')
    .addSelect('row.metric', 'metric')
    .addSelect('row.bucket', 'bucket')
    .addSelect('SUM(row.amount)', 'amount')
    .where({ minute: MoreThanOrEqual(fromMinute) })
    .groupBy('row.remote, row.version, row.slot, row.metric, row.bucket')
    .orderBy('row.remote')
    .addOrderBy('row.version')
    .addOrderBy('row.slot')
    .getRawMany<Sum>();

  const releases = new Map<string, { readonly release: Sum; readonly metrics: Metrics }>();
  for (const sum of sums) {
    const name = `${sum.remote} ${sum.version} ${sum.slot}`;
    const metrics: Metrics = releases.get(name)?.metrics ?? new Map<string, Map<number, number>>();
    if (metrics.size === 0) releases.set(name, { release: sum, metrics });
    const histogram = metrics.get(sum.metric) ?? new Map<number, number>();
    metrics.set(sum.metric, histogram.set(sum.bucket, Number(sum.amount)));
  }
  return [...releases.values()].map(({ release, metrics }) => present(release, metrics));
}

function present({ remote, version, slot }: Sum, metrics: Metrics): ReleaseTelemetry {
  const histogramOf = (metric: string): Histogram => metrics.get(metric) ?? new Map<number, number>();
  const count = (metric: string) => countOf(histogramOf(metric));
  const distribution = (measure: Measure) => ({
    count: count(measure),
    p75: p75Of(measure, histogramOf(measure)),
  });
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
      uncaught: count('error:uncaught'),
    },
    load: distribution('load'),
    LCP: distribution('LCP'),
    INP: { ...distribution('INP'), slow: countAbove(histogramOf('INP'), SLOW_INTERACTION) },
    CLS: distribution('CLS'),
    FCP: distribution('FCP'),
    TTFB: distribution('TTFB'),
  };
}
