import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type DataSource, IsNull, Not } from 'typeorm';
import { Orders, OutboxMails } from '../../database/entities';
import type { TelemetryMeter } from '../telemetry/counters';

interface MeasuredRequest {
  /** The route's pattern, never an address. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** What this process tells Prometheus. No label holds anything about a person, and each has few values. */
export interface Metrics {
  readonly registry: Registry;
  readonly telemetry: TelemetryMeter;
  request(measured: MeasuredRequest): void;
  /** Adds memory, processor time, event loop and garbage collection of this process. To be called once. */
  observeProcess(): void;
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(db: DataSource): Metrics {
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
    help: 'What pages reported about releases, as counted by this process',
    labelNames: ['remote', 'version', 'slot', 'kind'],
    registers,
  });
  const droppedEvents = new Counter({
    name: 'isa_release_events_dropped_total',
    help: 'Reports that found no room before the next flush',
    registers,
  });
  addGauges(db, registry);

  return {
    registry,
    telemetry: {
      count: ({ remote, version, slot, metric }) =>
        releaseEvents.inc({ remote, version, slot, kind: metric }),
      dropped: () => droppedEvents.inc(),
      forgotten: () => releaseEvents.reset(),
    },
    request: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    observeProcess: () => collectDefaultMetrics({ register: registry }),
  };
}

/** What is looked up when somebody asks, and is the same whichever process answers. */
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
