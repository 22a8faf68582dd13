import type { SecurityEvent } from '@isa/api-contract/security-events';
import { abortCanary, rollbackApp } from '../../release/registry/changes';
import { advanceRollout } from '../../release/registry/rollout';
import { UserError } from '../../../packages/node/user-error';
import { watchedReleases } from './watched-releases';

// The changes are mocked, because they have tests of their own.
jest.mock('../../release/registry/changes', () => ({ abortCanary: jest.fn(), rollbackApp: jest.fn() }));
jest.mock('../../release/registry/rollout', () => ({ advanceRollout: jest.fn() }));

const events: SecurityEvent[] = [];
const releases = watchedReleases({ write: (event) => events.push(event) });
beforeEach(() => events.splice(0));

test('an abort is recorded in the security log', async () => {
  await releases.abort('shop', '1.5.0', 'it fails more often');
  expect(events).toEqual([
    {
      event: 'release-control',
      result: 'success',
      operator: 'the watcher',
      action: 'abort',
      target: 'shop@1.5.0',
    },
  ]);
});

test('a roll-back is of the version that was judged, and recorded in the security log', async () => {
  await releases.rollBack('shop', '1.5.0', 'it fails more often');
  const expected = { app: 'shop', ifLive: '1.5.0', who: 'the watcher', why: 'it fails more often' };
  expect(jest.mocked(rollbackApp).mock.lastCall).toEqual([expect.objectContaining(expected)]);
  expect(events).toMatchObject([{ operator: 'the watcher', action: 'rollback', target: 'shop@1.5.0' }]);
});

test('a step of a rollout is recorded in the security log, unless another watcher took it', async () => {
  for (const changed of [true, false]) {
    jest.mocked(advanceRollout).mockResolvedValueOnce({ changed } as never);
    await releases.advance('shop', '1.5.0', 5, 'no objections');
  }
  expect(events).toMatchObject([{ operator: 'the watcher', action: 'promote', target: 'shop@1.5.0' }]);
});

test('an abort that comes too late is not recorded', async () => {
  jest.mocked(abortCanary).mockRejectedValueOnce(new UserError('The canary of shop is 1.6.0.'));
  await expect(releases.abort('shop', '1.5.0', 'it fails more often')).rejects.toThrow('1.6.0');
  expect(events).toEqual([]);
});
