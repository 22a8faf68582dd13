import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { listenHost } from './ports';
import { listen, requireFreePort } from './processes';

const { HOST } = process.env;
let server: Server;
beforeEach(() => {
  delete process.env.HOST;
  server = createServer((_request, response) => response.end('here'));
});
afterEach(async () => {
  if (HOST === undefined) delete process.env.HOST;
  else process.env.HOST = HOST;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const address = () => server.address() as AddressInfo;
const neighbourAddress = Object.values(networkInterfaces())
  .flat()
  .find((network) => network?.family === 'IPv4' && !network.internal)?.address;

test('a server listens on 127.0.0.1 only', async () => {
  await listen(server, 0);
  expect(address().address).toBe('127.0.0.1');
  if (neighbourAddress) {
    await expect(fetch(`http://${neighbourAddress}:${address().port}/`)).rejects.toThrow('fetch failed');
  }
});

test('HOST selects another address', async () => {
  process.env.HOST = '0.0.0.0';
  await listen(server, 0);
  expect(address().address).toBe('0.0.0.0');
});

test('an invalid HOST is rejected', () => {
  process.env.HOST = 'everywhere';
  expect(() => listenHost()).toThrow('HOST="everywhere" is not an IP address');
});

test('a server on 127.0.0.1 is reached as localhost, even where localhost is ::1 first', async () => {
  await listen(server, 0);
  const { port } = address();
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('here');

  // Connects as Node's fetch does, which tries all addresses of a name (RFC 8305).
  const socket = connect({
    host: 'localhost',
    port,
    lookup: (_name, _options, callback) =>
      callback(null, [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]),
  });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const { remoteAddress } = socket;
  socket.destroy();
  expect(remoteAddress).toBe('127.0.0.1');
});

test('a port in use is refused, with the process that holds it and the variable for another one', async () => {
  await listen(server, 0);
  const { port } = address();
  const refusal = await requireFreePort(port, 'the site', 'PORT').catch(String);
  expect(refusal).toContain(`Port ${port} (the site) is already in use`);
  if (process.platform === 'linux') expect(refusal).toContain(` by process ${process.pid}: node `);
  expect(refusal).toContain('choose another port with PORT.');
});
