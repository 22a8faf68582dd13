import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../packages/node/user-error';

/** A CDN that runs JavaScript. */
export interface EdgeCdn {
  readonly origin: string;
  stop(): Promise<void>;
}

const runtime = installedRuntime();
/** The program workerd, the runtime of Cloudflare Workers: `undefined` where it is not installed. */
export const edgeProgram = runtime?.default;
/** Its first message says where it listens. */
const listening = z.object({ port: z.number() });

/** The worker with the CDN's rule, which sends the calls of the API to the API. */
const RULES = `export default {
  async fetch(request, { site, api }) {
    if (!api || !/^\\/(?:api|dev)(?:\\/|$)/.test(new URL(request.url).pathname)) return site.fetch(request);
    return api.fetch(request).catch(() => new Response(null, { status: 503 }));
  },
};`;

/**
 * Runs the function in the runtime of Cloudflare Workers.
 * @param module the generated function.
 * @param apiOrigin gets the calls of the API.
 * @throws UserError when it is not installed.
 */
export async function startEdgeCdn(module: string, apiOrigin?: string): Promise<EdgeCdn> {
  if (!runtime) throw new UserError('There is no package of workerd for this platform.');
  const { default: program, compatibilityDate } = runtime;
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-edge-'));
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const worker = (name: string, more = '') =>
    `(name = "${name}", worker = (compatibilityDate = "${compatibilityDate}", modules = [(name = "${name}.mjs", esModule = embed "${name}.mjs")]${more}))`;
  const bindings = ['site', ...(apiOrigin ? ['api'] : [])].map(
    (name) => `(name = "${name}", service = "${name}")`,
  );
  const services = [
    worker('rules', `, bindings = [${bindings.join()}]`),
    worker('site'),
    // Local addresses are allowed, because the bucket is on this machine.
    '(name = "internet", network = (allow = ["local"]))',
    ...(apiOrigin ? [`(name = "api", external = (address = "${new URL(apiOrigin).host}", http = ()))`] : []),
  ];
  await write('rules.mjs', RULES);
  await write('site.mjs', module);
  await write(
    'config.capnp',
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${services.join(',\n')}],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "rules")],
);`,
  );
  const child = spawn(program, ['serve', '--control-fd=3', path.join(folder, 'config.capnp')], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const ended = once(child, 'exit');
  const control = child.stdio[3];
  const [line] = (await once(control ?? child, 'data')) as unknown[];
  const { port } = listening.parse(JSON.parse(String(line)));
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the runtime, whose packages are for some platforms only, so that npm may have left them out. */
function installedRuntime() {
  const load = createRequire(__filename);
  try {
    return z.object({ default: z.string(), compatibilityDate: z.string() }).parse(load('workerd'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
