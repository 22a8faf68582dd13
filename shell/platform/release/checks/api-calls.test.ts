import { createServer, type Server } from 'node:http';
import { describeCalls } from '@isa/api-contract/schemas';
import { freePort, listen } from '../../../packages/node/processes';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { promoteRelease, promoteTogether } from '../registry/changes';
import { checkRelease } from './check';

const calls = describeCalls();
const call = (name: string) => {
  const found = calls[name];
  if (!found) throw new Error(`The contract has no call ${name}.`);
  return found;
};
const listBooks = call('listBooks');
const readBook = call('readBook');

let store: TestStore;
let server: Server;
/** What the deployed API serves. */
let served: object;

beforeEach(async () => {
  store = await testStore();
  served = { listBooks, readBook };
  server = createServer((request, response) => {
    response.statusCode = request.url === '/api/contract' ? 200 : 404;
    response.end(JSON.stringify({ calls: served }));
  });
  const port = await freePort();
  await listen(server, port);
  process.env.SITE_ORIGIN = `http://localhost:${port}`;
  await store.release({ app: 'shell', version: '1.0.0' });
  await store.release({ app: 'shop', version: '1.0.0' });
  await store.release({ app: 'shop', version: '1.1.0', calls: { listBooks, readBook } });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
});

afterEach(async () => {
  delete process.env.SITE_ORIGIN;
  server.closeAllConnections();
  server.close();
});

const typesVerdict = async () => {
  const { verdicts } = await checkRelease({ app: 'shop', version: '1.1.0', ...store });
  return verdicts.find(({ gate }) => gate === 'types');
};

test('a release whose calls the deployed API serves passes the gate "types"', async () => {
  expect(await typesVerdict()).toMatchObject({
    verdict: 'passed',
    messages: expect.arrayContaining([
      expect.stringMatching(/^calls of the API: 2, all served by /),
    ]) as unknown,
  });
});

test('a release that needs a call which the deployed API lacks fails it, and is not promoted unless forced', async () => {
  served = { listBooks };
  expect(await typesVerdict()).toMatchObject({
    verdict: 'failed',
    messages: ['shop@1.1.0 uses the call readBook: the API does not have it'],
  });
  served = { listBooks, readBook: { ...readBook, path: '/api/volumes/:bookId' } };
  const promotion = { app: 'shop', version: '1.1.0', percent: 5, ...store, who: 'ada' };
  await expect(promoteRelease(promotion)).rejects.toThrow('/api/volumes/:bookId');
  await promoteRelease({ ...promotion, force: true, why: 'the API follows in a minute' });
});

test('a page instead of the contract stops a promotion', async () => {
  server.removeAllListeners('request').on('request', (_, response) => response.end('<!doctype html>'));
  const promotion = { app: 'shop', version: '1.1.0', percent: 5, ...store, who: 'ada' };
  await expect(promoteRelease(promotion)).rejects.toThrow('/api/contract is not the contract of an API');
});

test('an API that was deployed after the check is asked again', async () => {
  const promotion = { app: 'shop', version: '1.1.0', percent: 5, ...store, who: 'ada' };
  await promoteRelease({ ...promotion, dryRun: true, records: true });
  served = { listBooks };
  await expect(promoteRelease({ ...promotion, onlyRecorded: true })).rejects.toThrow(
    'shop@1.1.0 uses the call readBook: the API does not have it. Deploy the API first',
  );
});
