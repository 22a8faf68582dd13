import { calls } from '@isa/api-contract';
import { startApi } from '../../../testing/api';
import { trustOperators } from '../../../testing/operators';
import { createUser } from '../../../testing/factories';
import { OutboxMails } from '../../database/entities';

const METRICS_TOKEN = 'prometheus-0123456789-0123456789-0123456789';

test('exports requests by pattern, page reports and waiting mails, and no personal data', async () => {
  const api = await startApi({ seeded: true });
  const user = await createUser(api.deps, { email: 'secret.person@example.org' });
  await api.fetch('/api/books/3');
  await api.fetch('/api/books/4');
  await api.fetch('/api/lessons/x');
  await api.fetch('/wp-login.php', { method: 'PROPFIND' });
  await api.call(calls.forgotPassword, { body: { email: user.email } });
  await api.mails();
  const release = { remote: 'shop', version: '1.5.0', slot: 'live' } as const;
  await api.call(calls.telemetry, {
    body: { events: [{ kind: 'error', ...release, phase: 'fetch', first: true }] },
  });

  const response = await api.fetch('/metrics');
  const text = await response.text();

  expect(response.headers.get('content-type')).toContain('text/plain');
  const requests = 'isa_http_request_duration_seconds_count';
  expect(text).toContain(`${requests}{route="/api/books/:bookId",method="GET",status="200"} 2`);
  expect(text).toContain(`${requests}{route="/api/lessons/:lessonId",method="GET",status="400"} 1`);
  expect(text).toContain(`${requests}{route="none",method="other",status="405"} 1`);
  expect(text).toContain('isa_outbox_mails_waiting 1');
  expect(text).toContain(
    'isa_release_events_total{remote="shop",version="1.5.0",slot="live",kind="error:fetch"} 1',
  );
  expect(text).toMatch(/^isa_database_statement_seconds_count\{pool="customers",result="succeeded"\} [1-9]/m);
  expect(text).toMatch(/^isa_database_wait_seconds_count\{pool="public"\} [1-9]/m);
  expect(text).toContain('isa_password_queue_waiting 0');
  expect(text).not.toMatch(/example\.org|books\/3|wp-login/);
});

test('exports what is overdue and given up, rejected attempts, and the times of PayPal', async () => {
  // Nothing listens on this port.
  const api = await startApi({ env: { PAYPAL_API_URL: 'http://127.0.0.1:1' } });
  const mails = api.deps.db.getRepository(OutboxMails);
  for (const email of ['a@example.org', 'b@example.org']) {
    const user = await createUser(api.deps, { email });
    await api.call(calls.forgotPassword, { body: { email: user.email } });
  }
  await api.mails();
  const [first, second] = await mails.find({ order: { id: 'ASC' } });
  await mails.update(first?.id ?? 0, { nextAttemptAt: new Date(Date.now() - 90_000) });
  await mails.update(second?.id ?? 0, { nextAttemptAt: null });
  await expect(api.deps.payments.readPayment('none')).rejects.toThrow('PayPal');
  const limit = { name: 'sign-up', attempts: 1 / api.deps.env.rateLimitFactor, seconds: 60 };
  for (const admitted of [true, false]) {
    expect(await api.deps.limits.tryConsume(limit, '192.0.2.1')).toBe(admitted);
  }

  const text = await (await api.fetch('/metrics')).text();

  expect(text).toMatch(/^isa_outbox_mails_oldest_due_seconds (?:9\d|\d{3})/m);
  expect(text).toContain('isa_outbox_mails_given_up 1');
  expect(text).toContain('isa_mail_send_duration_seconds_count{result="failed"} 0');
  expect(text).toContain('isa_orders_oldest_due_seconds 0');
  expect(text).toContain('isa_orders_open{status="capturing"} 0');
  expect(text).toContain('isa_rate_limited_total{limit="sign-up"} 1');
  expect(text).toContain('isa_paypal_call_duration_seconds_count{call="read",result="unavailable"} 1');
});

test('answers without the database, and says that it is away', async () => {
  const api = await startApi();
  await api.deps.pools.public.destroy();
  const response = await api.fetch('/metrics');
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain('isa_database_up 0');
  expect(text).not.toMatch(/^isa_outbox_mails_waiting /m);
});

test('requires a token where one is configured; that of metrics reads nothing else', async () => {
  const api = await startApi({ env: { ...trustOperators(), METRICS_TOKEN } });
  const statusFor = async (path: string, token: string) =>
    (await api.fetch(path, { headers: { Authorization: `Bearer ${token}` } })).status;
  expect((await api.fetch('/metrics')).status).toBe(401);
  expect(await statusFor('/metrics', `${METRICS_TOKEN}x`)).toBe(401);
  expect(await statusFor('/metrics', METRICS_TOKEN)).toBe(200);
  const telemetry = calls.releaseTelemetry.path;
  expect(await statusFor(telemetry, METRICS_TOKEN)).toBe(401);
});

test('does not exist below the paths that the site proxies', async () => {
  const api = await startApi();
  for (const path of ['/api/metrics', '/dev/metrics', '/api/%2e%2e%2fmetrics']) {
    expect([path, (await api.fetch(path)).status]).toEqual([path, 404]);
  }
});
