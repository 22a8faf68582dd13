import { startApi } from '../../../testing/api';
import { createLog } from '../../platform/log';

test('logs why it is not ready when that changes, and not at each answer', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const stopping = new AbortController();
  let isFull = false;
  const api = await startApi({
    replace: ({ metrics }) => ({
      log,
      stopping: stopping.signal,
      metrics: { ...metrics, isDiskFull: () => isFull },
    }),
  });
  const ask = async () => (await api.fetch('/api/health/ready')).status;

  expect([await ask(), await ask()]).toEqual([200, 200]);
  isFull = true;
  expect([await ask(), await ask()]).toEqual([503, 503]);
  isFull = false;
  expect([await ask(), await ask()]).toEqual([200, 200]);
  stopping.abort();
  expect([await ask(), await ask()]).toEqual([503, 503]);

  const logged = lines.map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string });
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'not ready: The database has no room.'],
    [30, 'ready'],
    [30, 'Shutting down.'],
  ]);
});
