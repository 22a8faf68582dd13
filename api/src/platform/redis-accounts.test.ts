import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { describeWithRedis, type RunningRedis, startRedis } from '../../testing/redis';
import { testFolder } from '../../testing/test-folder';
import { createFailureCounters } from '../features/accounts/log-in-delays';
import { shareFailureCounters } from '../features/accounts/shared-failure-counters';
import { createStreamSlots, shareStreamSlots } from '../features/learning/media/delivery';
import { createNetworkBounds } from '../features/telemetry/network-bounds';
import { createLimits } from '../http/limits';
import { projectFolder } from './folders';
import { createLog } from './log';
import { openRedisClient } from './redis-client';

const ROLES = ['web', 'jobs', 'office'] as const;
const ACCOUNTS = [...ROLES, 'operator'] as const;
type Account = (typeof ACCOUNTS)[number];
const passwordOf = (account: Account) => `password-of-${account}`;
const hashOf = (password: string) => createHash('sha256').update(password).digest('hex');

describeWithRedis()('the accounts of hosting/redis.acl', () => {
  let server: RunningRedis;
  let file: string;
  beforeEach(async () => {
    const shipped = readFileSync(path.join(projectFolder, 'shell/platform/hosting/redis.acl'), 'utf8');
    const accounts = ACCOUNTS.reduce(
      (text, account) =>
        text.replace(`${account.toUpperCase()}_PASSWORD_SHA256`, hashOf(passwordOf(account))),
      shipped,
    );
    // One that belongs to no role looks at what was refused.
    file = path.join(testFolder(), 'redis.acl');
    writeFileSync(file, `${accounts}user auditor on >auditor +info +acl|log +keys ~*\n`);
    server = await startRedis(['--aclfile', file]);
  });
  afterEach(() => server.stop());

  const addressOf = (name: string, password: string) =>
    server.url.replace('redis://', `redis://${name}:${password}@`);
  const open = async (role: (typeof ROLES)[number]) => {
    const address = addressOf(role, passwordOf(role));
    const shared = openRedisClient(address, 'a secret of the application', createLog('silent'), 10_000);
    await once(shared.redis, 'ready');
    return shared;
  };
  async function withClient<T>(name: string, password: string, use: (redis: Redis) => Promise<T>) {
    const redis = new Redis(addressOf(name, password), {
      enableReadyCheck: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    redis.on('error', () => undefined);
    try {
      return await use(redis);
    } finally {
      redis.disconnect();
    }
  }

  it.each(ROLES)('let %s run every command that it needs for counting', async (role) => {
    const shared = await open(role);
    try {
      const limits = createLimits(1, { write: () => undefined, close: () => undefined }, shared);
      const undo = await limits.consume({ name: 'test', attempts: 3, seconds: 60 }, 'somebody');
      await undo();
      const counters = shareFailureCounters(shared, createFailureCounters());
      const counted = await counters.count('somebody', [{ source: 'a', free: 3 }], Date.now());
      if (!('undo' in counted)) throw new Error('Somebody has to wait.');
      await counted.undo(true);
      await counters.lift('somebody', Date.now());
      const end = await shareStreamSlots(shared, createStreamSlots()).take(7);
      await end?.();
      const counter = {
        remote: 'shop',
        version: '1.0.0',
        slot: 'canary',
        metric: 'view',
        minute: 1,
      } as const;
      expect(await createNetworkBounds(1, shared)('192.0.2.1', counter, new Date())).toBe(true);
      const kinds = await withClient('auditor', 'auditor', (redis) => redis.keys('*'));
      expect(kinds.map((key) => key.split(':')[1])).toEqual(
        expect.arrayContaining(['limit', 'log-in', 'beacons']),
      );
      expect(await withClient('auditor', 'auditor', (redis) => redis.acl('LOG'))).toEqual([]);
    } finally {
      shared.close();
    }
  });

  it.each([
    ['KEYS', '*'],
    ['FLUSHALL'],
    ['CONFIG', 'GET', '*'],
    ['ACL', 'LIST'],
    ['GET', 'the-key-of-another-application'],
    ['EVAL', "return redis.call('keys', '*')", '0'],
    ['SHUTDOWN'],
  ])('refuse %s %s', async (command, ...args) => {
    const call = withClient('web', passwordOf('web'), (redis) => redis.call(command, ...args));
    await expect(call).rejects.toThrow(/NOPERM|can't run this command|No permissions/i);
  });

  it('refuse a client without an account, and a role with the password of another one', async () => {
    const anonymous = new Redis(server.url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
    anonymous.on('error', () => undefined);
    await expect(anonymous.get('isa:limit')).rejects.toThrow();
    anonymous.disconnect();
    await expect(withClient('jobs', passwordOf('web'), (redis) => redis.ping())).rejects.toThrow();
    expect(await withClient('jobs', passwordOf('jobs'), (redis) => redis.ping())).toBe('PONG');
  });

  it('let the operator load the file again, and do nothing else', async () => {
    const accounts = readFileSync(file, 'utf8');
    writeFileSync(file, accounts.replace(hashOf(passwordOf('web')), `$& #${hashOf('the-next-password')}`));
    const asOperator = (command: string, ...args: readonly string[]) =>
      withClient('operator', passwordOf('operator'), (redis) => redis.call(command, ...args));
    expect(await asOperator('ACL', 'LOAD')).toBe('OK');
    for (const password of [passwordOf('web'), 'the-next-password'])
      expect(await withClient('web', password, (redis) => redis.ping())).toBe('PONG');
    for (const [command, ...args] of [
      ['ACL', 'LIST'],
      ['GET', 'isa:limit'],
      ['CONFIG', 'GET', '*'],
    ] as const)
      await expect(asOperator(command, ...args)).rejects.toThrow(/NOPERM|No permissions/i);
  });
});
