import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { closeServer, trackConnections } from './close-server';

/** Longer than the test may take. */
const GRACE_MS = 600_000;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function start(answer: RequestListener) {
  const server = trackConnections(createServer(answer));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  const { port } = address;
  return { port, stop: () => closeServer(server, GRACE_MS), connect: () => connect(port, '127.0.0.1') };
}

describe('closeServer', () => {
  it('answers every client that is connecting, also when it sends its request in parts', async () => {
    const { connect, stop } = await start((_request, response) => void response.end('whole'));
    const clients = Array.from({ length: 30 }, async (_, index) => {
      const socket = connect();
      socket.write(REQUEST.slice(0, index));
      const answer = text(socket);
      await pause(index * 10);
      socket.write(REQUEST.slice(index));
      return answer;
    });
    const stopped = stop();
    for (const answer of await Promise.all(clients)) {
      expect(answer).toContain('HTTP/1.1 200 OK');
      expect(answer).toContain('Connection: close');
      expect(answer).toMatch(/whole$/);
    }
    await stopped;
  });

  it('answers the next request on a connection that a proxy keeps, and then ends it', async () => {
    const { connect, stop } = await start((_request, response) => void response.end('whole'));
    const socket = connect();
    socket.write(REQUEST);
    const first = once(socket, 'data').then(String);
    expect(await first).toContain('Connection: keep-alive');
    const stopped = stop();
    const answer = text(socket);
    await pause(300);
    socket.write(REQUEST);
    expect(await answer).toContain('Connection: close');
    await stopped;
  });

  it('sends the rest of a response that its client reads slowly', async () => {
    const body = Buffer.alloc(30_000_000, 'x');
    const { connect, stop } = await start((_request, response) => void response.end(body));
    const socket = connect();
    socket.write(REQUEST);
    await once(socket, 'readable');
    const stopped = stop();
    // By then the server has refused connections for a while.
    await pause(1_500);
    const answer = await text(socket);
    expect(answer).toHaveLength(answer.indexOf('\r\n\r\n') + 4 + body.length);
    await stopped;
  });

  it('refuses connections afterwards, and waits for no client that sends nothing', async () => {
    const { connect, stop } = await start((_request, response) => void response.end('whole'));
    const socket = connect();
    await once(socket, 'connect');
    const ended = once(socket.resume(), 'end');
    await stop();
    await ended;
    expect(await once(connect(), 'error')).toMatchObject([{ code: 'ECONNREFUSED' }]);
  });
});
