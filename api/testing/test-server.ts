import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, type Server as SocketServer } from 'node:net';
import { atEnd } from './at-end';

/** Serves on a free port of the loopback address until the tests of the file have ended. */
export async function serve(server: Server | SocketServer) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}` };
}
