// Renders the pages of one app in a confined process (see confinement.ts). Builds and the API's responses arrive as JSON
// lines on stdin, rendered pages leave on stdout: the process needs neither files nor network.
import { Console } from 'node:console';
import { builtinModules, createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { compileFunction } from 'node:vm';

const nodeRequire = createRequire(import.meta.url);
const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

const write = process.stdout.write.bind(process.stdout);
const send = (message) => void write(`${JSON.stringify(message)}\n`);

// What releases print must not mix with the messages.
process.stdout.write = process.stderr.write.bind(process.stderr);
globalThis.console = new Console(process.stderr);
// A second barrier where the machine offers no namespaces.
for (const name of ['kill', 'getBuiltinModule', 'binding', '_linkedBinding', 'dlopen', 'send']) {
  Object.defineProperty(process, name, { value: undefined });
}

const responses = new Map();
let requests = 0;

/** The parent makes the request: this process has no network. */
globalThis.fetch = (url) =>
  new Promise((resolve, reject) => {
    requests += 1;
    responses.set(requests, { resolve, reject });
    send({ fetch: requests, url: String(url) });
  });

function receiveResponse({ fetched, error, status, headers, body }) {
  const waiting = responses.get(fetched);
  responses.delete(fetched);
  if (error === undefined) waiting?.resolve(new Response(body, { status, headers }));
  else waiting?.reject(new TypeError(error));
}

/**
 * Runs a CommonJS build.
 * @param {{ label: string, source: string }} build
 * @param {(request: string) => unknown} require
 */
function run({ label, source }, require) {
  const module = { exports: {} };
  const start = compileFunction(source, ['module', 'exports', 'require'], { filename: label });
  start.call(module.exports, module, module.exports, require);
  return module.exports;
}

let renderer;

/** The shell's build contains its packages and may require Node's modules; a remote gets the shell's packages. */
function start({ shell, remotes, ...options }) {
  const {
    provided,
    createRenderer,
    // The export's name is part of the release format.
    readsOutlines: readsNavigation = false,
  } = run(shell, (request) => {
    if (builtins.has(request)) return nodeRequire(request);
    throw new Error(`The Node build of the shell requires "${request}", which it should contain.`);
  });
  const running = remotes.map(({ name, ...build }) => {
    const { default: remote } = run(build, (request) => {
      if (Object.hasOwn(provided, request)) return provided[request];
      throw new Error(`It requires "${request}", which the shell does not provide.`);
    });
    if (remote?.name !== name) throw new Error(`The Node build of ${name} exports no remote of that name.`);
    return remote;
  });
  renderer = createRenderer({ ...options, remotes: running });
  return { readsNavigation };
}

async function call({ id, method, args }) {
  try {
    send({ id, value: await (method === 'start' ? start(...args) : renderer[method](...args)) });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if ('fetched' in message) receiveResponse(message);
  else void call(message);
});
// The parent has ended.
lines.on('close', () => process.exit());
