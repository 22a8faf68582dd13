// Renders the pages of one app in a sandbox (see renderer.ts). Builds and the API's responses arrive as JSON
// lines on stdin, rendered pages leave on stdout: the process needs neither files nor network.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Console } from 'node:console';
import { builtinModules, createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { compileFunction } from 'node:vm';

const nodeRequire = createRequire(import.meta.url);
const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

const write = process.stdout.write.bind(process.stdout);
const send = (message) => void write(`${JSON.stringify(message)}\n`);

// The output is redirected, because what releases print must not mix with the messages.
process.stdout.write = process.stderr.write.bind(process.stderr);
globalThis.console = new Console(process.stderr);
// These functions are removed as a second barrier where the machine offers no namespaces.
for (const name of ['kill', 'getBuiltinModule', 'binding', '_linkedBinding', 'dlopen', 'send']) {
  Object.defineProperty(process, name, { value: undefined });
}

const waiting = new Map();
/** The promise of each address's response. Failed requests may be repeated. */
const responses = new Map();
const requestsOfPage = new AsyncLocalStorage();
let requests = 0;

/** The parent makes the request, because this process has no network. */
globalThis.fetch = async (input) => {
  const url = String(input);
  requestsOfPage.getStore()?.add(url);
  const response = responses.get(url) ?? request(url);
  responses.set(url, response);
  try {
    const { status, headers, body } = await response;
    if (status >= 400) responses.delete(url);
    return new Response(body, { status, headers });
  } catch (error) {
    responses.delete(url);
    throw error;
  }
};

function request(url) {
  return new Promise((resolve, reject) => {
    requests += 1;
    waiting.set(requests, { resolve, reject });
    send({ fetch: requests, url });
  });
}

function receiveResponse({ fetched, error, ...response }) {
  const { resolve, reject } = waiting.get(fetched) ?? {};
  waiting.delete(fetched);
  if (error === undefined) resolve?.(response);
  else reject?.(new TypeError(error));
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

/** How many pages are loaded at a time. Each has a renderer of its own, so that its requests are known. */
const LOADED_AT_ONCE = 100;

let newRenderer;
let renderer;

/** The shell's build contains its packages and may require Node's modules; a remote gets the shell's packages. */
function start({ shell, remotes, ...options }) {
  const { provided, createRenderer } = run(shell, (request) => {
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
  newRenderer = () => createRenderer({ ...options, remotes: running });
  renderer = newRenderer();
}

/** Loads the data of pages, and says which requests each of them makes. */
async function trace(addresses) {
  const traced = [];
  for (let from = 0; from < addresses.length; from += LOADED_AT_ONCE) {
    traced.push(...(await Promise.all(addresses.slice(from, from + LOADED_AT_ONCE).map(traceOne))));
  }
  return traced;
}

function traceOne(address) {
  const made = new Set();
  return requestsOfPage.run(made, async () => {
    try {
      const [loaded] = await newRenderer().load([address]);
      return { ...loaded, requests: [...made] };
    } catch (error) {
      return { address, outcome: 'failed', message: messageOf(error), requests: [...made] };
    }
  });
}

async function page(address) {
  await renderer.load([address]);
  return renderer.page(address);
}

const methods = {
  start,
  trace,
  page,
  frame: (address) => renderer.frame(address),
  missing: () => renderer.missing(),
};

function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

async function call({ id, method, args }) {
  try {
    send({ id, value: await methods[method](...args) });
  } catch (error) {
    send({ id, error: messageOf(error) });
  }
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if ('fetched' in message) receiveResponse(message);
  else void call(message);
});
// The process ends with its parent.
lines.on('close', () => process.exit());
