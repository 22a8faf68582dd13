import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import inspector from 'node:inspector';
import { createServer } from 'node:net';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { serve } from '../../../api/testing/test-server';
import { createApiAnswers } from './api-answers';
import { sandboxCommand } from '../../packages/node/sandbox';
import { renderSandbox, type RenderProcessOptions, startRenderer } from './renderer';

/** A shell whose pages contain what the remote's `attack` returns. */
const SHELL = `
exports.provided = {};
exports.createRenderer = ({ remotes }) => ({
  async load() {},
  async page(address) {
    const body = JSON.stringify(await remotes[0].attack());
    return { page: { kind: 'page' }, head: [], styles: '', fonts: [], body };
  },
});`;

let connections = 0;
let port = 0;
let secretFile = '';

beforeAll(async () => {
  const server = createServer((socket) => {
    connections += 1;
    socket.end();
  });
  ({ port } = await serve(server));
  secretFile = path.join(testFolder(), 'registry.key.pem');
  await writeFile(secretFile, 'the private key', { mode: 0o600 });
  process.env.RELEASE_KEY_REGISTRY = 'the private key';
});
afterAll(async () => {
  delete process.env.RELEASE_KEY_REGISTRY;
});

/** Starts a remote whose `attack` is an async function with this body. */
function startHostile(
  body: string,
  timeout: number,
  apiAnswers: RenderProcessOptions['apiAnswers'] = createApiAnswers(`http://127.0.0.1:${port}`),
) {
  return startRenderer({
    registry: { cdn: 'https://cdn.test', registry: { revision: 1, shell: { live: '1.0.0' }, remotes: [] } },
    siteOrigin: 'https://academy.test',
    apiOrigin: `http://127.0.0.1:${port}`,
    apiAnswers,
    timeout,
    shell: { label: 'shell@1.0.0', source: SHELL },
    remote: {
      name: 'shop',
      label: 'shop@6.6.6',
      source: `exports.default = { name: 'shop', attack: async () => { ${body} } };`,
    },
  });
}

/** Runs the body of an async function as the code of a remote. @returns what it returned. */
async function attack(
  body: string,
  timeout = 30_000,
  apiAnswers?: RenderProcessOptions['apiAnswers'],
): Promise<string> {
  const renderer = await startHostile(body, timeout, apiAnswers);
  try {
    return (await renderer.page('/shop')).body;
  } finally {
    renderer.stop();
  }
}

/**
 * Code that loads one of Node's modules by every way that a CommonJS build has; the first that works is used.
 */
const load = (name: string) => `await (async () => {
  const ways = [
    () => require('${name}'),
    () => process.getBuiltinModule('${name}'),
    () => process.mainModule.require('${name}'),
    () => module.constructor._load('${name}'),
    () => import('node:${name}'),
    () => new Function('return import("node:${name}")')(),
    () => process.binding('${name}'),
    () => process._linkedBinding('${name}'),
  ];
  for (const way of ways) {
    try {
      const found = await way();
      if (found) return found;
    } catch {}
  }
  throw new Error('no way to ${name}');
})()`;
const attempt = (code: string) => `try { ${code} } catch (error) { return 'refused: ' + error.message; }`;

describe('a hostile release under bubblewrap', () => {
  it('gets no environment', async () => {
    expect(await attack('return process.env')).not.toMatch(/RELEASE_KEY|HOME|PATH"/);
  });

  it('cannot read a key file', async () => {
    const code = `return (${load('fs')}).readFileSync(${JSON.stringify(secretFile)}, 'utf8');`;
    expect(await attack(attempt(code))).toMatch(/refused/);
  });

  it('cannot write files', async () => {
    const code = `(${load('fs')}).writeFileSync(${JSON.stringify(secretFile)}, 'mine'); return 'written';`;
    expect(await attack(attempt(code))).toMatch(/refused/);
    expect(await readFile(secretFile, 'utf8')).toBe('the private key');
  });

  it('cannot open the inspector of the site builder by a signal', async () => {
    await attack(attempt(`process.kill(process.ppid, 'SIGUSR1'); return 'sent';`));
    await attack(
      attempt(`process.constructor.prototype.kill.call(process, process.ppid, 'SIGUSR1'); return 'sent';`),
    );
    expect(inspector.url()).toBeUndefined();
  });

  it.each(['child_process', 'worker_threads'])('cannot start anything with %s', async (name) => {
    const code = `const m = ${load(name)}; const started = m.spawnSync ? m.spawnSync('true') : new m.Worker('0', { eval: true }); if (started.error) throw started.error; return 'started';`;
    expect(await attack(attempt(code))).toMatch(/refused/);
  });

  it('cannot fetch anything but the API', async () => {
    const code = `return (await fetch('http://169.254.169.254/latest/meta-data')).status;`;
    expect(await attack(attempt(code))).toMatch(/refused.*not an address of the API/);
    const local = `return (await fetch('http://127.0.0.1:${port}/ops/releases')).status;`;
    expect(await attack(attempt(local))).toMatch(/refused.*not an address of the API/);
  });

  it('has no network', async () => {
    const before = connections;
    const code = `const net = ${load('net')}; return await new Promise((resolve) => { const socket = net.connect(${port}, '127.0.0.1', () => resolve('connected')); socket.on('error', (error) => resolve('refused: ' + error.code)); });`;
    expect(await attack(attempt(code))).toMatch(/refused/);
    expect(connections).toBe(before);
  });

  it('is ended when it runs for ever', async () => {
    await expect(attack('for (;;);', 1_000)).rejects.toThrow(
      'Rendering shop@6.6.6 failed: no response within 1 s.',
    );
  });

  it('cannot control the terminal that shows why it failed', async () => {
    const failure = attack(`process.stderr.write('\\x1b]0;x\\x07'); throw new Error('\\x1b[2J\\rBuilt');`);
    await expect(failure).rejects.toThrow('Rendering shop@6.6.6 failed: \uFFFD[2J\uFFFDBuilt');
  });

  it('cannot send invalid results', async () => {
    await expect(
      attack(`Promise.prototype.then = () => 5; JSON.stringify = () => 'x'; return 1;`, 2_000),
    ).rejects.toThrow(/^Rendering shop@6\.6\.6 failed: /);
  });
});

it('bubblewrap hides every socket of the host, even from code that has Node’s modules', async () => {
  const sockets = [path.join(path.dirname(secretFile), 'host.sock'), `\0isa-host-${process.pid}`];
  let accepted = 0;
  const hosts = sockets.map((name) => createServer(() => (accepted += 1)).listen(name));
  await Promise.all(hosts.map((host) => once(host, 'listening')));
  const script = path.join(path.dirname(secretFile), 'connect.mjs');
  await writeFile(
    script,
    `import net from 'node:net';
for (const target of ${JSON.stringify([...sockets.map((name) => ({ path: name })), { port, host: '127.0.0.1' }])}) {
  const result = await new Promise((resolve) => {
    const socket = net.connect(target, () => resolve('connected'));
    socket.on('error', (error) => resolve(error.code));
  });
  console.log(result);
}`,
  );
  const [program = '', ...args] = sandboxCommand(renderSandbox(script));
  const before = connections;
  const { stdout } = spawnSync(program, args, { encoding: 'utf8', env: {} });
  expect(stdout.trim().split('\n')).toEqual([
    'ENOENT',
    'ECONNREFUSED',
    expect.stringMatching(/REFUSED|UNREACH/),
  ]);
  expect([accepted, connections]).toEqual([0, before]);
  for (const host of hosts) host.close();
});

describe('a release that fills the memory', () => {
  it.each([
    ['objects', `const all = []; for (;;) all.push(new Array(1e6).fill(all.length));`],
    ['buffers', `const all = []; for (;;) all.push(Buffer.alloc(1e8, 1));`],
  ])('is ended when it fills it with %s', async (_kind, code) => {
    await expect(attack(code)).rejects.toThrow(/^Rendering shop@6\.6\.6 failed: /);
  });
});

/** Writes past the replaced method, as the site builder's own program does. */
const print = `const print = (text) => new Promise((done) => {
  Object.getPrototypeOf(process.stdout).write.call(process.stdout, text, done);
});
const request = (id) => print(JSON.stringify({ fetch: id, url: 'http://api' }) + '\\n');`;

/** Answers every request with as many characters. */
function countingAnswers(length: number) {
  const apiAnswers = {
    count: 0,
    get: async () => {
      apiAnswers.count += 1;
      return { status: 200, headers: {}, body: 'x'.repeat(length) };
    },
  };
  return apiAnswers;
}

describe('a release that uses more of the site builder than its share', () => {
  it('gets no more responses than it reads', async () => {
    const apiAnswers = countingAnswers(1_000_000);
    const code = `${print} for (let id = 1; id <= 12000; id++) void request(id); for (;;);`;
    await expect(attack(code, 3_000, apiAnswers)).rejects.toThrow(
      'Rendering shop@6.6.6 failed: no response within 3 s.',
    );
    expect(apiAnswers.count).toBeLessThanOrEqual(64);
  });

  it.each([
    ['50000 requests', 1, `for (;;) await request(0);`],
    ['268435456 characters of responses', 4_000_000, `for (;;) await request(0);`],
    ['67108864 characters of output', 1, `for (;;) await print('x'.repeat(1e6));`],
    [
      '67108864 characters of output',
      1,
      `for (;;) await new Promise((done) => process.stderr.write('x'.repeat(1e6), done));`,
    ],
  ])('is ended after %s', async (quota, length, code) => {
    await expect(attack(`${print} ${code}`, 60_000, countingAnswers(length))).rejects.toThrow(
      `Rendering shop@6.6.6 failed: it exceeds its quota of ${quota}.`,
    );
  });

  it('is ended when each of its calls takes nearly as long as it may', async () => {
    const code = `await new Promise((done) => setTimeout(done, 700)); return 1;`;
    const calls = async () => {
      const renderer = await startHostile(code, 1_000);
      try {
        for (;;) await renderer.page('/shop');
      } finally {
        renderer.stop();
      }
    };
    await expect(calls()).rejects.toThrow(
      /^Rendering shop@6\.6\.6 failed: its calls take more than \d+ s\.$/,
    );
  });

  it('cannot fill the memory of the site builder with many large pages', async () => {
    const calls = async () => {
      const renderer = await startHostile(`return 'x'.repeat(4e6);`, 60_000);
      try {
        for (;;) await renderer.page('/shop');
      } finally {
        renderer.stop();
      }
    };
    await expect(calls()).rejects.toThrow(
      'Rendering shop@6.6.6 failed: it exceeds its quota of 1073741824 characters of output in total.',
    );
  });

  it('cannot send a page that is nested deeper than the site builder can write', async () => {
    const deep = `'['.repeat(1e6) + ']'.repeat(1e6)`;
    const page = `'{"id":2,"value":{"page":{"kind":"page","hydration":' + ${deep} + '},"head":[],"styles":"","fonts":[],"body":""}}\\n'`;
    await expect(attack(`${print} await print(${page}); return 1;`)).rejects.toThrow(
      'Rendering shop@6.6.6 failed: its process sent an invalid result for "page".',
    );
  });

  it('cannot send a page of any size', async () => {
    await expect(attack(`return 'x'.repeat(5e6);`)).rejects.toThrow(
      'Rendering shop@6.6.6 failed: its process sent an invalid result for "page".',
    );
  });
});
