import { calls } from '@isa/api-contract';
import { startApi } from '../../../testing/api';
import { createUser } from '../../../testing/factories';

const OPS_READ_TOKEN = 'operators-0123456789-0123456789-0123456789';

test('exports requests by pattern, page reports and waiting mails, and no personal data', async () => {
  const api = await startApi({ seeded: true });
  try {
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
    expect(text).not.toMatch(/example\.org|books\/3|wp-login/);
  } finally {
    await api.close();
  }
});

test('requires the token for reading where one is configured', async () => {
  const api = await startApi({ env: { OPS_READ_TOKEN } });
  try {
    expect((await api.fetch('/metrics')).status).toBe(401);
    const allowed = await api.fetch('/metrics', { headers: { Authorization: `Bearer ${OPS_READ_TOKEN}` } });
    expect(allowed.status).toBe(200);
  } finally {
    await api.close();
  }
});

test('does not exist below the paths that the site proxies', async () => {
  const api = await startApi();
  try {
    for (const path of ['/api/metrics', '/dev/metrics', '/api/%2e%2e%2fmetrics']) {
      expect([path, (await api.fetch(path)).status]).toEqual([path, 404]);
    }
  } finally {
    await api.close();
  }
});
