import { chmod } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { routeConnections } from '@isa/api-contract/outgoing';
import { z } from 'zod';
import { parseJson } from '../formats/parse-json';

const VARIABLE = 'OUTGOING_RELAYS';
const relays = z.record(z.string(), z.string());

/**
 * Opens a socket in a folder for each server that a sandbox may call: its own network is empty, so it reaches these and no others.
 * @param servers `host:port` each.
 * @param inside the folder as the sandbox sees it.
 */
export async function openRelays(servers: readonly string[], folder: string, inside: string) {
  const open = new Set<Socket>();
  const sockets: Record<string, string> = {};
  const listeners = servers.map((server, index) => {
    const name = `relay-${index}.sock`;
    sockets[server] = path.join(inside, name);
    const [host, port] = [
      server.slice(0, server.lastIndexOf(':')),
      server.slice(server.lastIndexOf(':') + 1),
    ];
    const listener = createServer((socket) => {
      const onward = connect(Number(port), host);
      for (const one of [socket, onward]) {
        open.add(one);
        // A failure on one side is the end of both.
        one
          .on('error', () => undefined)
          .on('close', () => {
            open.delete(one);
            socket.destroy();
            onward.destroy();
          });
      }
      socket.pipe(onward).pipe(socket);
    });
    return { listener, at: path.join(folder, name) };
  });
  for (const { listener, at } of listeners) {
    await once(listener.listen(at), 'listening');
    // The sandbox has a user of its own; the folder above keeps all others out.
    await chmod(at, 0o666);
  }
  return {
    environment: servers.length > 0 ? { [VARIABLE]: JSON.stringify(sockets) } : {},
    close() {
      for (const { listener } of listeners) listener.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Lets this process, in a sandbox, reach the servers that it may call. Elsewhere it changes nothing. */
export function connectThroughRelays(): void {
  const sockets = parseJson(process.env[VARIABLE] ?? '{}', relays) ?? {};
  routeConnections((server) => {
    const path = sockets[server];
    return path === undefined ? 'network' : { path };
  });
}
