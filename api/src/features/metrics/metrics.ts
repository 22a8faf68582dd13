import { type DataSource, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type DatabaseMeter, STATEMENT_RESULTS } from '../../database/meter';
import type { TelemetryMeter } from '../telemetry/counters';
import { type ApiRouter, createRouter } from '../../http/context';
import type { CoreDeps } from '../../http/deps';
import { tokenOnly } from '../../http/operators';
import { Orders, OutboxMails } from '../../database/entities';
import { withDeadline } from '../../database/retry';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** PayPal and mail servers: up to their time limits. */
const REMOTE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60];

/** How long a process is not ready after the database had no room for a statement. */
export const DISK_FULL_MS = 30_000;

const MAIL_RESULTS = ['sent', 'refused', 'failed'] as const;

export type Metrics = ReturnType<typeof createMetrics>;

/** This process's metrics for Prometheus. No label identifies a person, and each has few values. */
export function createMetrics(now: () => Date) {
  const registry = new Registry();
  const registers = [registry];
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets = SECONDS,
  ) => new Histogram({ name, help, labelNames, buckets: [...buckets], registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });

  const requests = histogram(
    'isa_http_request_duration_seconds',
    'Time to answer a request, by route pattern, method and status',
    ['route', 'method', 'status'],
  );
  const waits = histogram('isa_database_wait_seconds', 'Time that statements waited for a connection', [
    'pool',
  ]);
  const statements = histogram('isa_database_statement_seconds', 'Time of statements and of failed ones', [
    'pool',
    'result',
  ]);
  const payments = histogram(
    'isa_paypal_call_duration_seconds',
    'Time of calls to PayPal with their repetitions, by call and result',
    ['call', 'result'],
    REMOTE_SECONDS,
  );
  const mails = histogram(
    'isa_mail_send_duration_seconds',
    'Time until the mail server accepted a mail (sent), refused its recipient (refused), or neither (failed)',
    ['result'],
    REMOTE_SECONDS,
  );
  // A rate begins with the second value, so each counter starts at 0: without it the first failures would be
  // missed.
  for (const result of MAIL_RESULTS) mails.zero({ result });
  const limits = counter('isa_rate_limited_total', 'Attempts rejected by a rate limit', ['limit']);
  const releaseEvents = counter(
    'isa_release_events_total',
    'Events that pages reported about releases, counted by this process',
    ['remote', 'version', 'slot', 'kind'],
  );
  const droppedEvents = counter(
    'isa_release_events_dropped_total',
    'Reported events dropped because the buffer was full',
  );

  const telemetry: TelemetryMeter = {
    count: ({ remote, version, slot, metric }) => releaseEvents.inc({ remote, version, slot, kind: metric }),
    dropped: () => droppedEvents.inc(),
    reset: () => releaseEvents.reset(),
  };
  let readTables = async () => {};
  let diskFullAt: Date | undefined;
  return {
    telemetry,
    contentType: registry.contentType,
    /** @returns all metrics in Prometheus' text format. It works without the database. */
    async report(): Promise<string> {
      await readTables();
      return registry.metrics();
    },
    observeTables(db: DataSource): void {
      readTables = createTableGauges(db, registry, now);
    },
    request: (labels: Record<'route' | 'method' | 'status', string>, seconds: number) =>
      requests.observe(labels, seconds),
    database(pool: string): DatabaseMeter {
      for (const result of STATEMENT_RESULTS) statements.zero({ pool, result });
      return {
        waited: (seconds) => waits.observe({ pool }, seconds),
        executed(result, seconds) {
          statements.observe({ pool, result }, seconds);
          if (result === 'disk-full') diskFullAt = now();
        },
      };
    },
    /** Whether the database has refused a statement in the last seconds, because it has no room. */
    isDiskFull: () => diskFullAt !== undefined && now().getTime() - diskFullAt.getTime() < DISK_FULL_MS,
    /** @param isReady whether Redis answers now. */
    observeRedis(isReady: () => boolean): void {
      const up: Gauge = new Gauge({
        name: 'isa_redis_up',
        help: 'Whether this process is connected to Redis: 1 or 0; absent without REDIS_URL',
        registers,
        collect: () => up.set(isReady() ? 1 : 0),
      });
    },
    payment: (call: string, result: string, seconds: number) => payments.observe({ call, result }, seconds),
    mail: (result: (typeof MAIL_RESULTS)[number], seconds: number) => mails.observe({ result }, seconds),
    rateLimited: (limit: string) => limits.inc({ limit }),
    /** @param waiting the present number of logins and sign-ups that wait for a thread. */
    observePasswordQueue(waiting: () => number): void {
      const queue: Gauge = new Gauge({
        name: 'isa_password_queue_waiting',
        help: 'Passwords that wait to be hashed',
        registers,
        collect: () => queue.set(waiting()),
      });
    },
    observeProcess: () => collectDefaultMetrics({ register: registry }),
  };
}

/** The Prometheus endpoint, which the site does not proxy. In production, and with a token, it requires one. */
export function metricsRoutes(deps: CoreDeps & { readonly metrics: Metrics }): ApiRouter {
  const { env, metrics } = deps;
  const router = createRouter();
  const tokens = env.metricsTokens;
  if (tokens.length > 0 || env.production) router.use('/metrics', tokenOnly(deps, tokens));
  router.get('/metrics', async (ctx) => {
    ctx.body = await metrics.report();
    ctx.type = metrics.contentType;
  });
  return router;
}

/** Milliseconds after which a scrape answers without the figures of the database. */
const DEADLINE_MS = 1_000;
/** The states of orders that are not settled yet. Orders in others are many, and would cost a scan. */
const OPEN = ['created', 'capturing', 'reviewing', 'mismatched'] as const;

/** Every process returns the same values. @returns reads the rows; without them `isa_database_up` is 0. */
function createTableGauges(db: DataSource, registry: Registry, now: () => Date): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('isa_database_up', 'Whether the database answered this scrape: 1 or 0');
  const openOrders = gauge('isa_orders_open', 'Orders that are not settled, by status', ['status']);
  const orderAge = gauge(
    'isa_orders_oldest_due_seconds',
    'How long the oldest due order has waited for the role jobs; 0 when none is due',
  );
  const waitingMails = gauge('isa_outbox_mails_waiting', 'Mails that wait to be sent');
  const mailAge = gauge(
    'isa_outbox_mails_oldest_due_seconds',
    'How long the oldest due mail has waited for the role jobs; 0 when none is due',
  );
  const givenUpMails = gauge('isa_outbox_mails_given_up', 'Mails that could not be sent and are given up');

  return async () => {
    openOrders.reset();
    for (const one of [orderAge, waitingMails, mailAge, givenUpMails]) one.remove();
    try {
      const { counts, orderSeconds, waiting, mailSeconds, givenUp } = await withDeadline(
        readWaiting(db, now()),
        DEADLINE_MS,
        () => new Error('The database did not answer in time.'),
      );
      up.set(1);
      OPEN.forEach((status, index) => openOrders.set({ status }, counts[index] ?? 0));
      orderAge.set(orderSeconds);
      waitingMails.set(waiting);
      mailAge.set(mailSeconds);
      givenUpMails.set(givenUp);
    } catch {
      up.set(0);
    }
  };
}

/** Reads what waits for the role jobs. Each query reads an index whose rows are only those that wait. */
export async function readWaiting(db: DataSource, now: Date) {
  const orders = db.getRepository(Orders);
  const mails = db.getRepository(OutboxMails);
  const [counts, order, waiting, mail, givenUp] = await Promise.all([
    Promise.all(OPEN.map((status) => orders.countBy({ status }))),
    orders.findOne({
      select: { dueAt: true },
      where: { dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC' },
    }),
    mails.countBy({ nextAttemptAt: Not(IsNull()) }),
    mails.findOne({
      select: { nextAttemptAt: true },
      where: { nextAttemptAt: LessThanOrEqual(now) },
      order: { nextAttemptAt: 'ASC' },
    }),
    mails.countBy({ sentAt: IsNull(), nextAttemptAt: IsNull() }),
  ]);
  const secondsSince = (due: Date | null | undefined) => (due ? (now.getTime() - due.getTime()) / 1000 : 0);
  return {
    counts,
    waiting,
    givenUp,
    /** How many seconds the oldest due order has waited; 0 when none is due. */
    orderSeconds: secondsSince(order?.dueAt),
    mailSeconds: secondsSince(mail?.nextAttemptAt),
  };
}
