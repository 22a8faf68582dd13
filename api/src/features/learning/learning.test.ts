import { calls } from '@isa/api-contract';
import { grantPremium, signIn, signInWithPremium } from '../../../testing/factories';
import { startApi, type TestApi } from '../../../testing/api';
import { Entitlements, Sessions, VideoTickets } from '../../database/entities';
import { removeExpired } from '../../database/housekeeping';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ seeded: true });
});

const minute = 60_000;

describe('get-user-permissions', () => {
  it('responds 404 when the token belongs to no user', async () => {
    for (const query of [{}, { token: 'forged' }, { token: '' }]) {
      const { status } = await api.refuse(calls.getUserPermissions, { query });
      expect(status).toBe(query.token === '' ? 400 : 404);
    }
    const twice = await api.fetch('/api/get-user-permissions?token=a&token=b');
    expect(twice.status).toBe(400);
  });

  it('responds 404 once the session has ended', async () => {
    const { token } = await signInWithPremium(api.deps);
    await api.deps.sessions.end(token);
    expect((await api.refuse(calls.getUserPermissions, { query: { token } })).status).toBe(404);
  });

  it('reports the permission of a session by query or by cookie', async () => {
    const { token, headers, user } = await signIn(api.deps);
    const ask = async () => [
      (await api.call(calls.getUserPermissions, { query: { token } })).body.message,
      (await api.call(calls.getUserPermissions, { query: {} }, { headers })).body.message,
    ];
    expect(await ask()).toEqual(['not granted', 'not granted']);
    await grantPremium(api.deps, user.id);
    expect(await ask()).toEqual(['granted', 'granted']);
  });

  it('prefers an explicit token to the cookie', async () => {
    const customer = await signInWithPremium(api.deps);
    const { token } = await signIn(api.deps);
    const { body } = await api.call(
      calls.getUserPermissions,
      { query: { token } },
      { headers: customer.headers },
    );
    expect(body.message).toBe('not granted');
  });
});

describe('coursesByUser', () => {
  it('rejects requests without a session', async () => {
    expect((await api.refuse(calls.coursesByUser, { body: {} })).status).toBe(401);
    expect((await api.refuse(calls.coursesByUser, { body: { token: 'forged' } })).status).toBe(401);
  });

  it('is empty without access and all 33 lessons with it', async () => {
    const { token, user } = await signIn(api.deps);
    expect((await api.call(calls.coursesByUser, { body: { token } })).body).toEqual({ courses: [] });
    await grantPremium(api.deps, user.id);
    const { courses } = (await api.call(calls.coursesByUser, { body: { token } })).body;
    expect(courses.map(({ course_id }) => course_id)).toEqual(Array.from({ length: 33 }, (_, n) => 1001 + n));
  });

  it('is empty after revoking, unless another entitlement remains', async () => {
    const { token, user } = await signIn(api.deps);
    const first = await grantPremium(api.deps, user.id);
    const second = await grantPremium(api.deps, user.id);
    const count = async () => (await api.call(calls.coursesByUser, { body: { token } })).body.courses.length;
    const revoke = (id: number) =>
      api.deps.db.getRepository(Entitlements).update({ id }, { revokedAt: api.deps.now() });

    await revoke(first.id);
    expect(await count()).toBe(33);
    await revoke(second.id);
    expect(await count()).toBe(0);
  });
});

describe('video tickets', () => {
  it('are issued only to customers with access, and only for lessons', async () => {
    const visitor = await api.refuse(calls.createVideoTicket, { body: { lessonId: 1007 } });
    expect(visitor.body.id).toBe('not-signed-in');
    const { headers } = await signIn(api.deps);
    const without = await api.refuse(calls.createVideoTicket, { body: { lessonId: 1007 } }, { headers });
    expect([without.status, without.body.id]).toEqual([403, 'no-access']);
    const customer = await signInWithPremium(api.deps);
    for (const lessonId of [1000, 1034, 1999, 7, '1007', null]) {
      const wrong = await api.refuse(calls.createVideoTicket, { body: { lessonId } }, customer);
      expect(wrong.body.id).toBe('invalid-request');
    }
  });

  it('are not issued to another site that uses the cookie', async () => {
    const { token } = await signInWithPremium(api.deps);
    const headers = { Cookie: `token=${token}`, 'Sec-Fetch-Site': 'cross-site' };
    const { body } = await api.refuse(calls.createVideoTicket, { body: { lessonId: 1007 } }, { headers });
    expect(body.id).toBe('wrong-origin');
  });

  it('keep their URL while they are renewed and get another one after expiry', async () => {
    const { headers } = await signInWithPremium(api.deps);
    const ask = async () =>
      (await api.call(calls.createVideoTicket, { body: { lessonId: 1007 } }, { headers })).body;
    const first = await ask();
    api.advance(14 * minute);
    const renewed = await ask();
    expect(renewed.url).toBe(first.url);
    expect(Date.parse(renewed.expiresAt) - Date.parse(first.expiresAt)).toBeGreaterThanOrEqual(14 * minute);

    api.advance(16 * minute);
    expect((await api.fetch(first.url)).status).toBe(401);
    const late = await ask();
    expect(late.url).not.toBe(first.url);
    expect((await api.fetch(first.url)).status).toBe(401);
    expect((await api.fetch(late.url)).status).toBe(200);
  });

  it('are the same for two concurrent tabs', async () => {
    const { headers } = await signInWithPremium(api.deps);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () =>
        api.call(calls.createVideoTicket, { body: { lessonId: 1002 } }, { headers }),
      ),
    );
    expect(new Set(responses.map(({ body }) => body.url)).size).toBe(1);
  });

  it('admit three sessions of a customer, and a fourth when one has ended', async () => {
    const owner = await signInWithPremium(api.deps);
    const devices = [owner, ...(await Promise.all([1, 2, 3].map(() => signIn(api.deps, owner.user))))];
    const [first, second, third, fourth] = devices;
    if (!first || !second || !third || !fourth) throw new Error('Four devices are needed.');
    for (const device of [first, second, third]) {
      await api.call(calls.createVideoTicket, { body: { lessonId: 1001 } }, device);
      await api.call(calls.createVideoTicket, { body: { lessonId: 1002 } }, device);
    }
    const refused = await api.refuse(calls.createVideoTicket, { body: { lessonId: 1001 } }, fourth);
    expect([refused.status, refused.body.id]).toEqual([429, 'too-many-requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    await api.deps.sessions.end(second.token);
    await api.call(calls.createVideoTicket, { body: { lessonId: 1001 } }, fourth);
  });
});

it('limits the writes of one customer across addresses without affecting others', async () => {
  const strict = await startApi({ seeded: true, env: { RATE_LIMIT_FACTOR: '0.02' } });
  const [eager, other] = [await signInWithPremium(strict.deps), await signInWithPremium(strict.deps)];
  const save = { params: { lessonId: 1001 }, body: { positionSeconds: 1 } };
  const ticket = { body: { lessonId: 1001 } };
  for (let time = 0; time < 2; time += 1) await strict.call(calls.createVideoTicket, ticket, eager);
  for (let time = 0; time < 3; time += 1) await strict.call(calls.saveProgress, save, eager);
  expect((await strict.refuse(calls.createVideoTicket, ticket, eager)).status).toBe(429);
  expect((await strict.refuse(calls.saveProgress, save, eager)).status).toBe(429);
  await strict.call(calls.createVideoTicket, ticket, other);
  await strict.call(calls.saveProgress, save, other);
});

it('rejects a session that another process has just ended', async () => {
  const customer = await signInWithPremium(api.deps);
  await api.call(calls.getUserPermissions, { query: {} }, customer);
  await api.deps.db.getRepository(Sessions).delete({ userId: customer.user.id });
  const { body } = await api.refuse(calls.createVideoTicket, { body: { lessonId: 1001 } }, customer);
  expect(body.id).toBe('not-signed-in');
});

it('housekeeping removes expired tickets only', async () => {
  const customer = await signInWithPremium(api.deps);
  const issue = (lessonId: number) => api.call(calls.createVideoTicket, { body: { lessonId } }, customer);
  const left = async () => {
    const rows = await api.deps.db.getRepository(VideoTickets).findBy({ userId: customer.user.id });
    return rows.map(({ lessonId }) => lessonId);
  };
  await issue(1001);
  api.advance(16 * minute);
  await issue(1002);
  expect(await left()).toEqual([1001, 1002]);

  await removeExpired(api.deps);

  expect(await left()).toEqual([1002]);
});

describe('progress', () => {
  it('requires access', async () => {
    const body = { positionSeconds: 5 };
    expect((await api.refuse(calls.saveProgress, { params: { lessonId: 1001 }, body })).status).toBe(401);
    const { headers } = await signIn(api.deps);
    const without = await api.refuse(calls.saveProgress, { params: { lessonId: 1001 }, body }, { headers });
    expect(without.body.id).toBe('no-access');
    expect((await api.refuse(calls.readProgress, {})).status).toBe(401);
  });

  it.each([
    ['a lesson that is none', 1034, { positionSeconds: 1 }],
    ['a position before the beginning', 1001, { positionSeconds: -1 }],
    ['a position without measure', 1001, { positionSeconds: 1e9 }],
    ['no position', 1001, {}],
    ['a viewing that is still to come', 1001, { positionSeconds: 1, secondsAgo: -1 }],
  ])('refuses %s', async (_, lessonId, body) => {
    const customer = await signInWithPremium(api.deps);
    const wrong = await api.refuse(calls.saveProgress, { params: { lessonId }, body }, customer);
    expect(wrong.status).toBe(400);
  });

  it('stores whole seconds and returns them to every device', async () => {
    const customer = await signInWithPremium(api.deps);
    const elsewhere = await signIn(api.deps, customer.user);
    const body = { positionSeconds: 12.9, secondsAgo: 1 };
    const saved = await api.call(calls.saveProgress, { params: { lessonId: 1003 }, body }, customer);
    const { updatedAt } = saved.body.progress;
    expect(Date.parse(updatedAt)).toBeLessThanOrEqual(api.deps.now().getTime() - 1000);
    const { lessons } = (await api.call(calls.readProgress, {}, elsewhere)).body;
    expect(lessons).toEqual([{ lessonId: 1003, positionSeconds: 12, watched: false, updatedAt }]);
    const stranger = await signInWithPremium(api.deps);
    expect((await api.call(calls.readProgress, {}, stranger)).body.lessons).toEqual([]);
  });

  it('keeps the newest position and every completion, in any order of reports', async () => {
    const customer = await signInWithPremium(api.deps);
    const save = async (positionSeconds: number, secondsAgo: number, watched?: boolean) => {
      const body = { positionSeconds, secondsAgo, ...(watched === undefined ? {} : { watched }) };
      const response = await api.call(calls.saveProgress, { params: { lessonId: 1004 }, body }, customer);
      return [response.body.progress.positionSeconds, response.body.progress.watched];
    };
    expect(await save(100, 30)).toEqual([100, false]);
    expect(await save(40, 60, true)).toEqual([100, true]);
    expect(await save(10, 20, false)).toEqual([10, true]);
  });

  it.each(['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])(
    'follows the later viewing, even if the device believes that it is %s',
    async (at) => {
      const customer = await signInWithPremium(api.deps);
      const save = async (body: { readonly positionSeconds: number }) =>
        (await api.call(calls.saveProgress, { params: { lessonId: 1005 }, body }, customer)).body.progress;
      await save({ positionSeconds: 10 });
      api.advance(1000);
      // An open tab of an earlier release sends its own time.
      expect(await save({ positionSeconds: 20, ...{ at } })).toMatchObject({ positionSeconds: 20 });
      api.advance(1000);
      expect(await save({ positionSeconds: 5 })).toMatchObject({ positionSeconds: 5 });
    },
  );

  it('loses nothing when devices report concurrently', async () => {
    const customer = await signInWithPremium(api.deps);
    const reports = Array.from({ length: 8 }, (_, index) => ({
      positionSeconds: index,
      secondsAgo: 10 - index,
      watched: index === 3,
    }));
    await Promise.all(
      reports.map((body) => api.call(calls.saveProgress, { params: { lessonId: 1006 }, body }, customer)),
    );
    const { lessons } = (await api.call(calls.readProgress, {}, customer)).body;
    expect(lessons).toMatchObject([{ lessonId: 1006, positionSeconds: 7, watched: true }]);
  });
});
