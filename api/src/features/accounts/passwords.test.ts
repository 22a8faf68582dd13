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
