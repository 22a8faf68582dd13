import { stat } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../../api/testing/test-folder';
import { readOpsToken, readSecondOpsToken } from './ops-token';

const long = 'a-token-of-more-than-thirty-two-characters';

let folder: string;
beforeEach(() => void (folder = testFolder()));

test('reads the token from OPS_TOKEN', async () => {
  expect(await readOpsToken(folder, { OPS_TOKEN: long, NODE_ENV: 'production' })).toBe(long);
});

test.each([['short'], [`${long} with spaces`]])('rejects "%s"', async (OPS_TOKEN) => {
  await expect(readOpsToken(folder, { OPS_TOKEN })).rejects.toThrow('at least 32 characters');
});

test('returns no token in production without OPS_TOKEN', async () => {
  expect(await readOpsToken(folder, { NODE_ENV: 'production' })).toBeUndefined();
});

test('creates one token outside production, readable by its user only, and reads it again', async () => {
  const [created, concurrent] = await Promise.all([readOpsToken(folder, {}), readOpsToken(folder, {})]);
  expect(created?.length).toBeGreaterThanOrEqual(32);
  expect(await readOpsToken(folder, {})).toBe(created);
  expect(concurrent).toBe(created);
  expect((await stat(path.join(folder, 'ops-token'))).mode & 0o777).toBe(0o600);
});

test('a second token obeys the same rules, and an empty one counts as absent', async () => {
  expect(readSecondOpsToken({ OPS_TOKEN_SECOND: long })).toBe(long);
  expect(readSecondOpsToken({ OPS_TOKEN_SECOND: '' })).toBeUndefined();
  expect(() => readSecondOpsToken({ OPS_TOKEN_SECOND: 'short' })).toThrow('OPS_TOKEN_SECOND must have');
});
