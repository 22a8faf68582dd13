import { describeCalls } from '@isa/api-contract/schemas';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import path from 'node:path';
import { testFolder } from '../../testing/test-folder';
import { fromSources, startApiProcess } from '../../testing/api-process';
import { freePort } from '../../testing/free-port';
import { serve } from '../../testing/test-server';
import { apiFolder } from '../platform/folders';

let folder: string;
beforeEach(() => void (folder = testFolder()));

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a running request finish and then ends the process',
  async (signal) => {
    const api = await startApiProcess({ DATA_FOLDER: folder });
    const slow = request(`${api.url}/api/basket-prices`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': 12, Expect: '100-continue' },
    });
    const response = once(slow, 'response') as Promise<[{ statusCode?: number }]>;
    slow.flushHeaders();
    // Now the API has begun to handle the request.
    await once(slow, 'continue');
    slow.write('{"items');

    const code = api.stop(signal);
    // A service manager sends it to the process that has started this one as well, which passes it on.
    api.child.kill(signal);
    while (!api.log().includes('"stopping"')) await new Promise((resolve) => setTimeout(resolve, 10));
    const isAccepted = () =>
      fetch(`${api.url}/api/health/live`).then(
        () => true,
        () => false,
      );
    while (await isAccepted());
    slow.end('":[]}');

    expect((await response)[0].statusCode).toBe(200);
    expect(await code).toBe(0);
  },
);

/** A promise and the function that fulfils it. */
function signal() {
  let set = () => {};
  const done = new Promise<void>((resolve) => (set = resolve));
  return { set, done };
}

test('a stop answers a buyer within its grace although PayPal and the mail server hang', async () => {
  const [paying, mailing] = [signal(), signal()];
  const paypal = createServer((call, response) => {
    if (call.url === '/v1/oauth2/token') response.end('{"access_token":"t","expires_in":3600}');
    else paying.set();
  });
  const smtp = createSocketServer(() => mailing.set());
  const api = await startApiProcess({
    DATA_FOLDER: folder,
    STOP_SECONDS: '2',
    PAYPAL_API_URL: (await serve(paypal)).origin,
    SMTP_URL: `smtp://127.0.0.1:${(await serve(smtp)).port}`,
  });
  try {
    const post = (address: string, body: object) =>
      fetch(api.url + address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const person = { name: 'Ada', surname: 'L', email: 'ada@example.org' };
    await post('/api/contact', { ...person, department: 'Sales', message: 'Hello' });
    const items = [{ productId: 1, quantity: 1 }];
    const order = post('/api/orders', { items, expectedTotal: 4974 });
    await Promise.all([paying.done, mailing.done]);

    // PayPal and the mail server accept connections and never answer.
    const stopped = api.stop();
    expect(await (await order).json()).toMatchObject({ id: 'payment-unavailable' });
    expect(await stopped).toBe(0);
    expect(api.log()).toContain('stopped before all work had ended');
  } finally {
    await api.stop('SIGKILL');
  }
});

test('the process ends even when the reader of its log is gone', async () => {
  const api = await startApiProcess({ DATA_FOLDER: folder, LOG_LEVEL: 'info' });
  // The end of the parent process closes these pipes.
  api.child.stdout?.destroy();
  api.child.stderr?.destroy();
  expect(await api.stop()).toBe(0);
});

test('a second start finds the data of the first', async () => {
  const first = await startApiProcess({ DATA_FOLDER: folder });
  const person = { username: 'ada', name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
  const signUp = (url: string) =>
    fetch(`${url}/api/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person),
    });
  expect((await signUp(first.url)).status).toBe(200);
  await first.stop('SIGKILL');

  const second = await startApiProcess({ DATA_FOLDER: folder });
  expect((await signUp(second.url)).status).toBe(409);
  const metrics = await fetch(`${second.url}/metrics`).then((response) => response.text());
  expect(metrics).toMatch(/^process_cpu_user_seconds_total [\d.]+$/m);
  await second.stop();
});

const main = path.join(apiFolder, 'src/roles/main.ts');

/** Runs the API's process until it ends. */
function run(env: Record<string, string>, ...args: readonly string[]) {
  return spawnSync(process.execPath, [...fromSources, main, '--migrate', ...args], {
    env: { ...process.env, DATA_FOLDER: folder, ...env },
    encoding: 'utf8',
  });
}

test('the role prepare needs only the database’s secret, even in production', () => {
  const { status, stderr } = run({ NODE_ENV: 'production', APP_SECRET: '' }, '--seed', '--prepare');
  expect([status, stderr]).toEqual([0, '']);
});

test('the role prepare refuses to drop a call that a release in service uses, unless forced', async () => {
  const { listBooks } = describeCalls();
  const dropped = { ...listBooks, path: '/api/old-books' };
  const calls = { 'shop@1.0.0': { listBooks }, 'shop@1.1.0': { oldBooks: dropped } };
  let body = JSON.stringify(calls);
  const site = createServer((call, response) => {
    response.statusCode = call.url === '/calls.json' ? 200 : 404;
    response.end(body);
  });
  const { origin } = await serve(site);
  const prepare = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, [...fromSources, main, '--migrate', '--prepare', ...args], {
      env: { ...process.env, DATA_FOLDER: folder, SITE_ORIGIN: origin },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code] = (await once(child, 'close')) as [number];
    return [code, stderr];
  };
  expect(await prepare()).toEqual([
    1,
    'shop@1.1.0 uses the call oldBooks: the API does not have it. Replace or retire that release first, or add --force.\n',
  ]);
  expect(await prepare('--force')).toEqual([0, '']);
  body = JSON.stringify({ 'shop@1.0.0': calls['shop@1.0.0'] });
  expect(await prepare()).toEqual([0, '']);
  body = '<!doctype html>';
  expect(await prepare()).toEqual([1, expect.stringContaining('/calls.json is not the list of calls')]);
});

test('the role jobs works without a server, ignores SIGUSR1 and ends on SIGTERM', async () => {
  const child = spawn(process.execPath, [...fromSources, main, '--migrate', '--role', 'jobs'], {
    env: { ...process.env, DATA_FOLDER: folder, LOG_LEVEL: 'info', API_PORT: '1' },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  while (!output.includes('"started"')) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGUSR1');
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  expect(output).not.toMatch(/Debugger listening|"listening"/);
});

test('the role jobs answers metrics and health checks, and nothing else, where METRICS_PORT is set', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [...fromSources, main, '--migrate', '--role', 'jobs'], {
    env: { ...process.env, DATA_FOLDER: folder, LOG_LEVEL: 'info', METRICS_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    while (!output.includes('"started"')) await once(child.stdout, 'data');
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await get('/metrics')).text()).toContain('isa_database_up 1');
    expect((await get('/api/health/ready')).status).toBe(200);
    expect((await get('/api/books')).status).toBe(404);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

describe('a failing start', () => {
  test('prints one sentence for an unknown role', () => {
    const { status, stderr } = run({}, '--role', 'king');

    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('--role is "king"')]);
  });

  test('prints one sentence for an invalid setting', () => {
    const { status, stderr } = run({ SITE_ORIGIN: 'nonsense' });

    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('SITE_ORIGIN')]);
  });

  test('prints one sentence for an unreachable database', () => {
    const { status, stderr } = run({ DATABASE_URL: 'mysql://root@127.0.0.1:1/isa' });

    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('DATABASE_URL')]);
  });

  test('prints one sentence for a port that is taken', async () => {
    const { port } = await serve(createServer());
    const { status, stderr } = run({ API_PORT: String(port) });

    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(`Port ${port}`)]);
  });

  test('prints one sentence for a log of erasures that cannot be written', () => {
    const { status, stderr } = run({ ERASURE_LOG: '/proc/erasures.log' }, '--role', 'web');

    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('no account could be deleted')]);
  });
});
