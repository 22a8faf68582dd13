import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type DataSource, IsNull, Not } from 'typeorm';
import { Orders, OutboxMails } from '../../database/entities';
import type { MeasuredRequest } from '../../http/measure-requests';
import type { TelemetryMeter } from '../telemetry/counters';

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** This process's metrics for Prometheus. No label identifies a person, and each has few values. */
export function createMetrics(db: DataSource) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'isa_http_request_duration_seconds',
    help: 'Time to answer a request, by route pattern, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const releaseEvents = new Counter({
    name: 'isa_release_events_total',
    help: 'Events that pages reported about releases, counted by this process',
    labelNames: ['remote', 'version', 'slot', 'kind'],
    registers,
  });
  const droppedEvents = new Counter({
    name: 'isa_release_events_dropped_total',
    help: 'Reported events dropped because the buffer was full',
    registers,
  });
  addGauges(db, registry);

  const telemetry: TelemetryMeter = {
    count: ({ remote, version, slot, metric }) => releaseEvents.inc({ remote, version, slot, kind: metric }),
    dropped: () => droppedEvents.inc(),
    reset: () => releaseEvents.reset(),
  };
  return {
    registry,
    telemetry,
    request: ({ route, method, status, seconds }: MeasuredRequest) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    /** Adds memory, processor time, event loop and garbage collection of this process. Call it once. */
    observeProcess: () => collectDefaultMetrics({ register: registry }),
  };
}

/** Queried at each scrape; every process returns the same values. */
function addGauges(db: DataSource, registry: Registry): void {
  const outbox = new Gauge({
    name: 'isa_outbox_mails_waiting',
    help: 'Mails that wait to be sent',
    registers: [registry],
    async collect() {
      outbox.set(await db.getRepository(OutboxMails).countBy({ nextAttemptAt: Not(IsNull()) }));
    },
  });
  const orders = new Gauge({
    name: 'isa_orders',
    help: 'Orders by status',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const counts = await db
        .getRepository(Orders)
        .createQueryBuilder('o')
        .select('o.status', 'status')
        .addSelect('COUNT(*)', 'amount')
        .groupBy('o.status')
        .getRawMany<{ readonly status: string; readonly amount: number | string }>();
      orders.reset();
      for (const { status, amount } of counts) orders.set({ status }, Number(amount));
    },
  });
}
