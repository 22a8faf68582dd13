import { createServer } from 'node:http';
import { freePort, listen, waitUntilReady } from './processes';

test('a service is ready when it answers a later request, though it has never answered the first one', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    if (requests > 1) response.end();
  });
  const port = await freePort();
  await listen(server, port);
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    return controller.signal;
  });
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/`, { name: 'The API' });
    expect(requests).toBe(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
