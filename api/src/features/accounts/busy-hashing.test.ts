import { calls } from '@isa/api-contract';
import { startApi } from '../../../testing/api';
import { cookiesOf } from '../../../testing/cookies';
import { createUser } from '../../../testing/factories';

test('log ins beyond the queue get 503 with Retry-After while other calls are served', async () => {
  const busy = await startApi({ env: { BCRYPT_COST: '8' } });
  const { email } = await createUser(busy.deps, { password: 'correct horse' });
  const logIn = () =>
    busy.fetch(calls.login.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct horse' }),
    });
  const health = () => busy.fetch('/api/health/ready');
  const [logIns, probes] = await Promise.all([
    Promise.all(Array.from({ length: 150 }, logIn)),
    Promise.all(Array.from({ length: 20 }, health)),
  ]);

  const refused = logIns.filter(({ status }) => status === 503);
  expect(logIns.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(64);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
  expect(probes.every(({ status }) => status === 200)).toBe(true);
});

test('eight busy addresses leave room for a ninth', async () => {
  let finished = 0;
  /** How many had finished when the ninth entered the queue. */
  let before = 0;
  const busy = await startApi({
    env: { BCRYPT_COST: '8' },
    replace: ({ passwords }) => ({
      passwords: {
        ...passwords,
        matches(password, stored, client) {
          if (client?.includes('198.51.100.1')) before = finished;
          return passwords.matches(password, stored, client);
        },
      },
    }),
  });
  const { email } = await createUser(busy.deps, { password: 'correct horse' });
  const logIn = async (address: string) => {
    const response = await busy.fetch(calls.login.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ email, password: 'correct horse' }),
    });
    finished += response.status === 200 ? 1 : 0;
    return { status: response.status, finished };
  };
  const flood = Array.from({ length: 8 * 20 }, (_, at) => logIn(`192.0.2.${at % 8}`));
  while (finished < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  const ninth = await logIn('198.51.100.1');
  await Promise.all(flood);

  expect(ninth.status).toBe(200);
  expect(before).toBeGreaterThan(0);
  // The ninth client waits one round of the others, and for those that end while the response is on its way.
  expect(ninth.finished - before).toBeLessThan(30);
});

test.each(['a known', 'an unknown'])(
  'a customer at %s device gets in at once while 200 networks try invented accounts',
  async (kind) => {
    const busy = await startApi({ env: { BCRYPT_COST: '8' } });
    const { email } = await createUser(busy.deps, { password: 'correct horse' });
    let finished = 0;
    const logIn = async (body: object, headers: Readonly<Record<string, string>>) => {
      const response = await busy.fetch(calls.login.path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      finished += 1;
      return { response, finished };
    };
    const owner = { email, password: 'correct horse' };
    const first = await logIn(owner, {});
    const device = cookiesOf(first.response)['isa-device']?.value ?? '';
    let isOver = false;
    const flood = Array.from({ length: 200 }, async (_, at) => {
      const statuses: number[] = [];
      for (let round = 0; !isOver; round += 1) {
        const guess = { email: `nobody-${at}-${round}@example.org`, password: 'guess' };
        const { response } = await logIn(guess, { 'X-Forwarded-For': `10.${round % 250}.${at}.1` });
        statuses.push(response.status);
      }
      return statuses;
    });
    while (finished < 100) await new Promise((resolve) => setTimeout(resolve, 1));
    const again = await logIn(owner, kind === 'a known' ? { Cookie: `isa-device=${device}` } : {});
    isOver = true;

    expect(again.response.status).toBe(200);
    // What an invented account gets does not show that it does not exist, either.
    expect(new Set((await Promise.all(flood)).flat())).toEqual(new Set([401]));
  },
);
