import { createServer, type Server } from 'node:http';
import { describeCalls } from '@isa/api-contract/schemas';
import { freePort, listen } from '../../../packages/node/processes';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { NO_SITE_NAMED } from '../../server/addresses';
import { promoteRelease, promoteTogether } from '../registry/changes';
import { checkRelease } from './check';
import { recordCheck } from './record';

// The minimal releases of tests show nothing in a browser.
jest.mock('./check-unprivileged', () =>
  jest.requireActual<object>('../../../tooling/testing/release/checks-in-process'),
);
jest.mock('./browser-start', () => ({ startInBrowser: async () => ({}) }));

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

const callsVerdict = async () => {
  const { verdicts } = await checkRelease({ app: 'shop', version: '1.1.0', ...store });
  return verdicts.find(({ gate }) => gate === 'calls');
};

test('a release whose calls the deployed API serves passes the gate "calls"', async () => {
  expect(await callsVerdict()).toMatchObject({
    verdict: 'passed',
    messages: [expect.stringMatching(/^2 calls of the API, served by /)],
  });
});

test('a release that needs a call which the deployed API lacks fails it, and is not promoted unless forced', async () => {
  served = { listBooks };
  expect(await callsVerdict()).toMatchObject({
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

test('without an API nothing is compared, so nothing is promoted unless forced', async () => {
  process.env.SITE_ORIGIN = 'http://127.0.0.1:9';
  expect(await callsVerdict()).toMatchObject({
    verdict: 'not run',
    messages: [expect.stringMatching(/^no API responds at http:\/\/127\.0\.0\.1:9; .*SITE_ORIGIN/)],
  });
  const promotion = { app: 'shop', version: '1.1.0', percent: 5, ...store, who: 'ada' };
  await expect(promoteRelease(promotion)).rejects.toThrow(
    'The gate "calls" could not be run: no API responds',
  );
  expect((await promoteRelease({ ...promotion, force: true, why: 'the API is down' })).changed).toBe(true);
});

test('where no site is named, none is asked, and nothing is promoted unless forced', async () => {
  const { PORT } = process.env;
  delete process.env.SITE_ORIGIN;
  delete process.env.PORT;
  const asked = jest.spyOn(globalThis, 'fetch');
  try {
    expect(await callsVerdict()).toMatchObject({ verdict: 'not run', messages: [NO_SITE_NAMED] });
    const promotion = { app: 'shop', version: '1.1.0', percent: 5, ...store, who: 'ada' };
    await expect(promoteRelease(promotion)).rejects.toThrow(NO_SITE_NAMED);
    await promoteRelease({ ...promotion, force: true, why: 'the site follows' });
    expect(asked).not.toHaveBeenCalled();
  } finally {
    process.env.PORT = PORT ?? '';
    asked.mockRestore();
  }
});

test('a pipeline that finds a record without the comparison says what is missing', async () => {
  process.env.SITE_ORIGIN = 'http://127.0.0.1:9';
  await recordCheck(
    await checkRelease({ app: 'shop', version: '1.1.0', ...store }),
    store.storage,
    store.keys,
  );
  const promotion = { app: 'shop', version: '1.1.0', percent: 5, ...store, who: 'ada' };
  await expect(promoteRelease({ ...promotion, onlyRecorded: true })).rejects.toThrow(
    /with every gate\. The gate "calls" could not be run: no API responds.*Run npm run release -- check/,
  );
});

test('before anything is live there is nothing to compare with, and another site is not asked', async () => {
  const empty = await testStore();
  await empty.release({ app: 'shop', version: '1.1.0', calls: { listBooks } });
  server.removeAllListeners('request').on('request', (_, response) => response.end('<!doctype html>'));
  const { verdicts } = await checkRelease({ app: 'shop', version: '1.1.0', ...empty });
  expect(verdicts.filter(({ verdict }) => verdict === 'not run').map(({ gate }) => gate)).toEqual([
    'calls',
    'start',
    'journeys',
  ]);
  expect(verdicts.find(({ gate }) => gate === 'calls')?.messages).toEqual(['nothing is live yet']);
});
