import { calls } from '@isa/api-contract';
import { startApi } from '../../testing/api';
import { createUser, signIn } from '../../testing/factories';
import { Users } from '../database/entities';
import { createLog, describeError } from './log';

function recordingLog() {
  const lines: string[] = [];
  return { lines, log: createLog('trace', { write: (line: string) => void lines.push(line) }) };
}

test('a logged database error contains no personal data', async () => {
  const api = await startApi();
  const user = await createUser(api.deps, { email: 'secret.address@example.org' });
  const error = await api.deps.db
    .getRepository(Users)
    .insert({ ...user, id: user.id + 1, passwordHash: 'the-hash' })
    .catch((reason: unknown) => reason);

  const { log, lines } = recordingLog();
  log.error({ err: error }, 'it failed');

  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({ err: { type: 'QueryFailedError' } });
  expect(line).not.toContain('secret.address');
  expect(line).not.toContain('the-hash');
  expect(line).not.toContain('INSERT');
});

test('a described error contains its cause but no attached properties', () => {
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
    code: 'E_OUTER',
    config: { password: 'geheim' },
  });

  expect(describeError(error)).toMatchObject({
    message: 'outer',
    code: 'E_OUTER',
    cause: { message: 'inner' },
  });
  expect(JSON.stringify(describeError(error))).not.toContain('geheim');
});

test('the log contains no secret of a request', async () => {
  const { log, lines } = recordingLog();
  const api = await startApi({ replace: () => ({ log }) });
  const { token, headers, user } = await signIn(
    api.deps,
    await createUser(api.deps, { password: 'correct horse' }),
  );
  await api.call(calls.getUserPermissions, { query: { token } });
  await api.fetch(`/api/video/1001.mp4?token=${token}`);
  await api.fetch(`/api/trailers/1001.mp4?token=${token}`);
  await api.call(calls.takeUser, { body: {} }, { headers });
  await api.call(calls.login, { body: { email: user.email, password: 'correct horse' } });
  await api.refuse(calls.login, { body: { email: user.email, password: 'wrong horse' } });
  await api.refuse(calls.resetPassword, {
    params: { token: 'the-reset-token' },
    body: { newPassword: 'battery staple' },
  });
  await api.fetch('/api/order-links/the-order-link');
  for (const address of [
    '/api/%72eset-password/the-reset-token',
    '//api/order-links/the-order-link',
    '/my-orders/the-order-link',
    '/reset/the-reset-token',
  ]) {
    await api.fetch(address);
  }

  const text = lines.join('');
  expect(lines.length).toBeGreaterThanOrEqual(8);
  expect(text).toContain('/api/reset-password/[token]');
  for (const secret of [token, 'correct horse', 'wrong horse', 'the-reset-token', 'the-order-link', '?']) {
    expect(text).not.toContain(secret);
  }
});

test('a logged reply of a mail server contains no recipient', () => {
  const { log, lines } = recordingLog();
  log.warn({ err: new Error('550 5.1.1 <ada.l@mail.example.org>: unknown; Recipient ada@example.org') }, 'x');
  expect(lines.join('')).toContain('550 5.1.1 <…>: unknown; Recipient …');
});

test('a logged error contains no secret of an address', () => {
  const cause = new Error('GET http://localhost/reset/the-secret failed');
  const error = new Error('Cannot read /api/video/1.mp4?ticket=the-secret', { cause });
  const { log, lines } = recordingLog();
  log.error({ err: error }, 'it failed');
  expect(lines.join('')).toContain('?ticket=[token]');
  expect(lines.join('')).not.toContain('the-secret');
});
