import { realpathSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { spawnInSandbox } from '../sandbox';

/** Runs `attack-sandbox.mjs` of a folder in the sandbox, alongside keys and servers that it must not reach. */
async function main(base: string): Promise<void> {
  const data = path.join(base, '.data');
  const socket = path.join(data, 'host.sock');
  const abstractSocket = `\0isa-attack-${process.pid}`;
  const servers = [socket, abstractSocket, 0].map((address) => createServer().listen(address));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const address = servers.at(-1)?.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const key = path.join(data, 'keys/registry.key.pem');
  const targets = { data, key, socket, abstractSocket, port, parent: process.pid, source: base };
  const child = spawnInSandbox({
    command: [realpathSync(process.execPath), path.join(base, 'attack-sandbox.mjs'), JSON.stringify(targets)],
    environment: { PATH: '/usr/bin:/bin' },
    programs: true,
    folder: base,
    mounts: [{ show: base }, { hide: data }],
  });
  child.stdin.end();
  child.stderr.pipe(process.stderr);
  process.stdout.write(await text(child.stdout));
}

void main(process.argv[2] ?? '').then(() => process.exit());
