import { canary, OperatorsFixture, token } from './testing/operators-fixture';

let fixture: OperatorsFixture;
beforeEach(async () => {
  fixture = await OperatorsFixture.open();
});

const headers = { 'X-Forwarded-For': '203.0.113.77', 'X-Request-Id': 'request-of-the-test' };
const promotion = { event: 'release-control', action: 'promote', target: 'shop@1.5.0' };

/** What an operator does, and the fields of its event. */
const table: Readonly<Record<string, () => Promise<object>>> = {
  async 'a login'() {
    await fixture.post('/ops/login', { who: 'Ada', token }, headers);
    return { event: 'operator-log-in', result: 'success', operator: 'Ada' };
  },
  async 'a login with a wrong token'() {
    await fixture.post('/ops/login', { who: token, token: 'wrong' }, headers);
    return { event: 'operator-log-in', result: 'failure', operator: null };
  },
  async 'a login beyond the limit'() {
    for (let attempt = 0; attempt < 6; attempt += 1)
      await fixture.post('/ops/login', { who: 'Eve', token: 'wrong' }, headers);
    return { event: 'operator-log-in', result: 'refused', operator: null };
  },
  async 'a login by another site'() {
    const foreign = { ...headers, 'Sec-Fetch-Site': 'cross-site' };
    await fixture.post('/ops/login', { who: 'Eve', token }, foreign);
    return { event: 'operator-form', result: 'refused', operator: null };
  },
  async 'a logout'() {
    const own = { ...headers, Cookie: await fixture.logIn() };
    await fixture.post('/ops/logout', {}, own);
    return { event: 'operator-log-out', result: 'success', operator: 'Ada' };
  },
  async 'a form of another site'() {
    const own = { ...headers, 'Sec-Fetch-Site': 'same-site', Cookie: await fixture.logIn() };
    await fixture.post('/ops/releases', { ...canary, revision: '1' }, own);
    return { event: 'operator-form', result: 'refused', operator: 'Ada' };
  },
  async 'a promotion'() {
    const own = { ...headers, Cookie: await fixture.logIn() };
    await fixture.post('/ops/releases', { ...canary, revision: '1', why: 'new basket' }, own);
    expect((await fixture.registry()).revision).toBe(2);
    return { ...promotion, result: 'success', operator: 'Ada' };
  },
  async 'a promotion that is rejected'() {
    const own = { ...headers, Cookie: await fixture.logIn() };
    await fixture.post('/ops/releases', { ...canary, revision: '7', why: 'new basket' }, own);
    return { ...promotion, result: 'refused', operator: 'Ada' };
  },
};

test.each(Object.entries(table))('%s is recorded, without the token', async (_, happens) => {
  const fields = await happens();

  expect(fixture.events.at(-1)).toEqual({
    log: 'security',
    time: expect.any(String) as string,
    account: null,
    network: '203.0.113.0/24',
    requestId: 'request-of-the-test',
    ...fields,
  });
  expect(JSON.stringify(fixture.events)).not.toContain(token);
});
