import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** A CDN that runs JavaScript. */
export interface EdgeCdn {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * @param module the generated function.
 * @param apiOrigin gets the calls of the API.
 */
export async function startEdgeCdn(module: string, apiOrigin?: string): Promise<EdgeCdn> {
  // Far from the project's packages, which it must not need.
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-edge-'));
  const file = path.join(folder, 'edge.mjs');
  await writeFile(file, module);
  const child = fork(path.join(__dirname, 'cdn.mjs'), [file, ...(apiOrigin ? [apiOrigin] : [])], {
    execArgv: [],
  });
  const [message] = (await once(child, 'message')) as unknown[];
  const { port } = z.object({ port: z.number() }).parse(message);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
