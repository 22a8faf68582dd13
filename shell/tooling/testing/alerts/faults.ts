import { fillDisk } from '../../../../api/testing/full-disk';
import type { Installation } from './installation';

interface Fault {
  /** What goes wrong, in words. */
  readonly fault: string;
  /** Raises the fault. @returns a function that ends it. */
  raise(on: Installation): Promise<() => Promise<unknown>>;
  /** What the entry tells to look at, and what must be seen there while the fault lasts. */
  readonly diagnosis: {
    readonly look: string;
    see(on: Installation): Promise<string>;
    readonly cause: RegExp;
  };
}

const doctor = (role: 'jobs' | 'watch' | 'prerender', cause: RegExp): Fault['diagnosis'] => ({
  look: `doctor ${role}`,
  see: (on) => on.doctor(role),
  cause,
});
const panel = (title: string, cause: RegExp): Fault['diagnosis'] => ({
  look: `dashboard, “${title}”`,
  see: (on) => on.panel(title),
  cause,
});
const log = (role: 'jobs' | 'web', cause: RegExp): Fault['diagnosis'] => ({
  look: `log of ${role}`,
  see: async (on) => on.role(role).lines.join('\n'),
  cause,
});
const summary = (alert: string, cause: RegExp): Fault['diagnosis'] => ({
  look: `text of ${alert}`,
  see: async ({ prometheus }) =>
    (await prometheus.firing())
      .filter(({ name }) => name === alert)
      .map((one) => one.summary)
      .join('\n'),
  cause,
});

/** A response for all requests of a run. */
const ALWAYS = { status: 503, times: 1_000 } as const;

/** The fault that raises each alert, in the order of `rules.yml`. */
export const faults: Readonly<Record<string, Fault>> = {
  PurchasesFail: {
    fault: 'the database server killed',
    async raise({ site }) {
      const server = await site.database.writer();
      server.kill('SIGKILL');
      return () => server.restart();
    },
    diagnosis: doctor('jobs', /FAILURE database/),
  },
  PurchasesFailSlowly: {
    fault: 'PayPal failing for some seconds, again and again',
    async raise({ site: { sandbox }, repeatedly }) {
      const failing = (['create', 'capture'] as const).map((operation) => ({
        ...ALWAYS,
        operation,
        kind: 'error-before' as const,
      }));
      const end = repeatedly([
        [3_000, () => sandbox.setFaults({ rest: failing })],
        [7_000, () => sandbox.setFaults({})],
      ]);
      return async () => {
        await end();
        sandbox.setFaults({});
      };
    },
    diagnosis: panel('Calls to PayPal by result', /"result":"unavailable"/),
  },
  PurchasesSlow: {
    fault: 'PayPal answering after four seconds',
    async raise({ site: { sandbox } }) {
      sandbox.setFaults({ slowMs: 4_000 });
      return async () => sandbox.setFaults({});
    },
    diagnosis: panel('Calls to PayPal, 95th percentile', /"call":"capture"\} [4-9]/),
  },
  OrdersOverdue: {
    fault: 'the role jobs stopped, and an order due for eleven minutes',
    async raise(on) {
      await on.role('jobs').stop();
      await on.leaveDueOrder(11);
      return () => on.restart('jobs');
    },
    diagnosis: doctor('jobs', /FAILURE due work: the oldest due order has waited 1\d minutes/),
  },
  PayPalUnavailable: {
    fault: 'PayPal ending every connection without an answer',
    async raise({ site: { sandbox } }) {
      const operations = ['token', 'create', 'read', 'capture'] as const;
      const rest = operations.map((operation) => ({
        ...ALWAYS,
        operation,
        kind: 'hang-up-before' as const,
      }));
      sandbox.setFaults({ rest });
      return async () => sandbox.setFaults({});
    },
    diagnosis: doctor('jobs', /FAILURE PayPal/),
  },
  WebhooksRefused: {
    fault: 'PayPal signing for another webhook',
    async raise({ site: { sandbox, origin } }) {
      const url = `${origin}/api/paypal/webhooks`;
      sandbox.deliveries.redirect({ id: 'created-again', url });
      return async () => sandbox.deliveries.redirect({ id: 'sandbox-webhook', url });
    },
    diagnosis: log('web', /"event":"invalid-signature"/),
  },
  MailsDelayed: {
    fault: 'the role jobs stopped, and a mail due for eleven minutes',
    async raise(on) {
      await on.role('jobs').stop();
      await on.queueMail({ minutesDue: 11, attempts: 0, recipient: 'reader@example.org' });
      return () => on.restart('jobs');
    },
    diagnosis: doctor('jobs', /FAILURE due work: .*mail has waited 1\d minutes/),
  },
  MailServerUnavailable: {
    fault: 'the mail server answering no more',
    async raise({ site: { sink } }) {
      sink.setFault('hangs');
      return async () => sink.setFault('none');
    },
    diagnosis: log('jobs', /a mail was not sent/),
  },
  MailsGivenUp: {
    fault: 'a recipient refused at the twelfth attempt',
    async raise(on) {
      await on.queueMail({ minutesDue: 0, attempts: 11, recipient: on.refusedRecipient });
      // Nothing can end this fault: the alert is resolved after an hour.
      return async () => undefined;
    },
    diagnosis: log('jobs', /"attempts":12.*a mail was not sent/),
  },
  SiteUnreachable: {
    fault: 'nginx frozen',
    raise: ({ site, freeze }) => freeze(site.nginx[0].pid),
    diagnosis: doctor('watch', /FAILURE site: .* does not respond/),
  },
  SiteBuildBehind: {
    fault: 'an earlier site build put back with the role prerender frozen',
    async raise(on) {
      const end = await on.freeze(on.role('prerender').pid ?? 0);
      await on.putBackSite();
      return end;
    },
    diagnosis: doctor('prerender', /FAILURE built site: it shows revision \d+, and the registry has \d+/),
  },
  SiteBuildStopped: {
    fault: 'the role prerender stopped',
    async raise(on) {
      await on.role('prerender').stop();
      return () => on.restart('prerender');
    },
    diagnosis: summary('RoleDown', /isa-prerender on .* does not answer/),
  },
  PageOutdated: {
    fault: 'the live release of the shop replaced in the store, and a book changed',
    async raise(on) {
      const restore = await on.replaceRelease();
      await on.changeBook();
      return restore;
    },
    diagnosis: doctor('prerender', /FAILURE built site: Every page of shop@\S+ cannot be rendered/),
  },
  ReleaseFails: {
    fault: 'visitors reporting failures of the live release of learning, which has no predecessor',
    raise: async (on) => on.reportFailures('learning'),
    diagnosis: summary('ReleaseFails', /learning@\S+ fails in browsers, at \d+/),
  },
  ReleaseWithdrawn: {
    fault: 'a live release of the shop failing in browsers, and its predecessor not',
    async raise(on) {
      await on.promoteNext();
      return on.reportFailures('shop');
    },
    diagnosis: {
      look: 'release history',
      see: (on) => on.history(),
      cause: /^the watcher: shop is back at \S+ instead of \S+, because Error rate/m,
    },
  },
  RegistryExpires: {
    fault: 'the confirmation of the registry of some days ago',
    raise: async (on) => on.putBackValidity(),
    diagnosis: summary('RegistryExpires', /is refused in less than five/),
  },
  CertificateExpires: {
    fault: 'a certificate that ends in ten days',
    async raise(on) {
      on.renewCertificate(10);
      return async () => on.renewCertificate(80);
    },
    diagnosis: summary('CertificateExpires', /https:\/\/127\.0\.0\.1:\d+ ends within two weeks/),
  },
  RoleDown: {
    fault: 'a web process killed',
    async raise(on) {
      process.kill(on.role('web').pid ?? 0, 'SIGKILL');
      return () => on.restart('web');
    },
    diagnosis: summary('RoleDown', /isa-web on .* does not answer/),
  },
  DatabaseDown: {
    fault: 'the database server frozen',
    async raise({ site }) {
      const server = await site.database.writer();
      await server.freeze();
      return async () => server.kill('SIGCONT');
    },
    diagnosis: doctor('jobs', /FAILURE database/),
  },
  DatabaseFull: {
    fault: 'the database’s files not growing any further',
    async raise({ site }) {
      const makeRoom = await fillDisk(await site.database.writer());
      return async () => makeRoom();
    },
    diagnosis: { look: '/api/health/ready', see: (on) => on.ready(), cause: /503 .*no room/ },
  },
  DiskFills: {
    fault: 'the exporter reporting a disk with little room',
    raise: (on) => on.reportDisk(0.04),
    diagnosis: summary('DiskFills', /\/var\/lib\/mysql on .* has 4% of its room left/),
  },
  BackupOld: {
    fault: 'no backup since the day before yesterday',
    async raise(on) {
      await on.backUp(50);
      return () => on.backUp();
    },
    diagnosis: summary('BackupOld', /no backup of the last day/),
  },
  RedisDown: {
    fault: 'Redis killed',
    async raise({ redis }) {
      await redis.kill('SIGKILL');
      return () => redis.restart();
    },
    diagnosis: doctor('jobs', /FAILURE Redis/),
  },
  ConnectionsExhausted: {
    fault: 'a transaction holding locks on all orders, with 40 more buyers',
    async raise(on) {
      await on.lockOrders();
      const leave = on.buyers(40);
      return async () => {
        const [blocker] = await on.transactions();
        await on.sql(`KILL ${blocker?.['trx_mysql_thread_id']}`);
        await leave();
      };
    },
    diagnosis: {
      look: 'innodb_trx',
      see: async (on) => JSON.stringify(await on.transactions()),
      cause: /^\[\{"trx_mysql_thread_id":\d+,"trx_state":"RUNNING".*LOCK WAIT/,
    },
  },
  LogInsQueue: {
    fault: 'a hundred clients logging in at once, again and again',
    raise: async (on) => on.logIns(100),
    diagnosis: panel('Slowest routes, 95th percentile', /"route":"\/api\/login"/),
  },
  EventLoopBlocked: {
    fault: 'a web process getting the processor for 0.4 s of each second',
    async raise({ role, repeatedly }) {
      const pid = await role('web').workerPid();
      const end = repeatedly([
        [600, () => process.kill(pid, 'SIGSTOP')],
        [400, () => process.kill(pid, 'SIGCONT')],
      ]);
      return async () => {
        await end();
        process.kill(pid, 'SIGCONT');
      };
    },
    diagnosis: summary('EventLoopBlocked', /isa-web on .* is blocked for [\d.]+m?s/),
  },
};
