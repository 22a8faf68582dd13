import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The first port, which is below those of outgoing connections (32768 and above on Linux): one of them could
 * take it before it is used.
 */
const FIRST = 15_000;
const LAST = 32_000;
const TRIES = 100;

/** An unused port of the loopback address; another process may still take it. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
  throw new Error('The loopback address has no free port.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
