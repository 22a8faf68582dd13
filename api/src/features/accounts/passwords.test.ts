import { hash as createHash } from 'bcryptjs';
import { ProblemError } from '../../http/problem-error';
import { createPasswords, type Passwords } from './passwords';

let passwords: Passwords;
afterEach(() => passwords.close());

test('a password matches its own hash only', async () => {
  passwords = createPasswords(4);
  const hash = await passwords.hash('correct horse');

  expect(await passwords.matches('correct horse', hash)).toBe(true);
  expect(await passwords.matches('Correct horse', hash)).toBe(false);
  expect(hash).not.toBe(await passwords.hash('correct horse'));
});

test('a password beyond bcrypt’s 72 bytes matches nothing, without hashing', async () => {
  passwords = createPasswords(14);
  const password = 'x'.repeat(72);
  const hash = await createHash(password, 4);
  const ended = () => 'hashed';
  const hashing = passwords.hash('correct horse').then(ended, ended);

  expect(await Promise.race([hashing, passwords.matches(`${password}y`, hash)])).toBe(false);
});

test('no password matches without a hash', async () => {
  passwords = createPasswords(4);

  expect(await passwords.matches('', undefined)).toBe(false);
});

test('tasks beyond the queue are rejected with Retry-After, queued ones complete', async () => {
  passwords = createPasswords(6);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) => passwords.hash(`password ${at}`)),
  );
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );

  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.length).toBeLessThan(40);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({ id: 'busy', retryAfterSeconds: 5 });
  }
});

describe('accounts that do not exist', () => {
  beforeEach(async () => {
    passwords = createPasswords(8);
    await passwords.matches('guess', undefined);
  });

  test('share a comparison while it waits, so that they fill no queue', async () => {
    const outcomes = Array.from({ length: 500 }, () => passwords.matches('guess', undefined));
    await new Promise(setImmediate);
    expect(passwords.waiting()).toBeLessThanOrEqual(1);
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set([false]));
  });

  test('wait behind an existing account that was tried before them', async () => {
    const stored = await createHash('correct horse', 8);
    const order: string[] = [];
    const tried = (name: string, hash?: string) =>
      passwords.matches('guess', hash).then(() => void order.push(name));
    await Promise.all([
      tried('unknown 1'),
      tried('unknown 2'),
      tried('existing', stored),
      tried('unknown 3'),
      tried('unknown 4'),
    ]);
    expect(order.indexOf('existing')).toBeLessThan(order.indexOf('unknown 3'));
    expect(order.at(-1)).toBe('unknown 4');
  });

  test('are refused together, and served again once there is room', async () => {
    const stored = await Promise.all(Array.from({ length: 40 }, (_, at) => createHash(`${at}`, 4)));
    const known = Array.from({ length: 80 }, (_, at) => passwords.hash('x', `device ${at % 40}`));
    const existing = stored.map((hash) => passwords.matches('guess', hash));
    const unknown = passwords.matches('guess', undefined).catch(() => 'busy');
    await Promise.allSettled([...known, ...existing, unknown]);
    expect(await passwords.matches('guess', undefined)).toBe(false);
  });
});
