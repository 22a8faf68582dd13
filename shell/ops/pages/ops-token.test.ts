import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOpsToken } from './ops-token';

const long = 'a-token-of-more-than-thirty-two-characters';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'isa-ops-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the environment’s token is taken', async () => {
  expect(await readOpsToken(folder, { OPS_TOKEN: long, NODE_ENV: 'production' })).toBe(long);
});

test.each([['short'], [`${long} with spaces`]])('"%s" is refused', async (OPS_TOKEN) => {
  await expect(readOpsToken(folder, { OPS_TOKEN })).rejects.toThrow('at least 32 characters');
});

test('production without a token has no page for operators', async () => {
  expect(await readOpsToken(folder, { NODE_ENV: 'production' })).toBeUndefined();
});

test('a developer’s machine makes one, keeps it for its owner alone, and finds it again', async () => {
  const [made, sameTime] = await Promise.all([readOpsToken(folder, {}), readOpsToken(folder, {})]);
  expect(made?.length).toBeGreaterThanOrEqual(32);
  expect(await readOpsToken(folder, {})).toBe(made);
  expect(sameTime).toBe(made);
  expect((await stat(path.join(folder, 'ops-token'))).mode & 0o777).toBe(0o600);
});
