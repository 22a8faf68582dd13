import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { testFolder } from '../../../../api/testing/test-folder';
import { nginxProgram, startNginxWith } from '../../../../api/testing/nginx-process';
import { serve } from '../../../../api/testing/test-server';
import { freePort } from '../../../packages/node/processes';
import { nginxConfiguration } from './configuration';
import { CDN, describeWithNginx } from './testing/hosting';

/** The requests that reached each process of the API. */
const seen: IncomingMessage[][] = [[], []];

/** @param breaks whether the process dies with each request that changes something, and never answers at `/api/slow`. */
async function startApi(index: number, breaks: boolean): Promise<number> {
  const server = createServer((request, response) => {
    seen[index]?.push(request);
    request.resume().once('end', () => {
      if (breaks && request.url === '/api/slow') return;
      if (breaks && request.method === 'POST') request.socket.destroy();
      else response.end('{}');
    });
  });
  return (await serve(server)).port;
}

describeWithNginx('nginx in front of several processes of the API', () => {
  let folder: string;
  let nginx: Awaited<ReturnType<typeof startNginxWith>>;
  let accessLog: string;

  beforeAll(async () => {
    folder = testFolder();
    await mkdir(path.join(folder, 'site/current'), { recursive: true });
    const ports = [await startApi(0, true), await startApi(1, false)];
    accessLog = path.join(folder, 'access.log');
    const configuration = await nginxConfiguration({
      siteOrigin: 'http://localhost',
      cdnOrigin: CDN,
      siteFolder: path.join(folder, 'site'),
      storeFolder: path.join(folder, 'store'),
      servesStore: false,
      mediaFolder: path.join(folder, 'media'),
      // Nothing listens on the last port.
      api: [...ports, await freePort()].map((port) => `127.0.0.1:${port}`),
      operatorHeader: 'X-Forwarded-Email',
      paymentOrigins: [],
      balancers: ['127.0.0.0/8'],
      accessLog,
    });
    nginx = await startNginxWith(nginxProgram ?? '', ({ port }) =>
      configuration
        .replaceAll(/listen \[::\]:80;/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${port};`)
        // Each process gets its turn, also after a failure, except the one that is gone.
        .replace(
          /(server \S+) fail_timeout=2s;\s+(server \S+) fail_timeout=2s;/,
          '$1 max_fails=0; $2 max_fails=0;',
        )
        .replace('fail_timeout=2s;', 'fail_timeout=60s;')
        .replace('proxy_read_timeout 30s;', 'proxy_read_timeout 2s;'),
    );
  });
  beforeEach(() => seen.forEach((requests) => requests.splice(0)));
  afterAll(async () => {
    await nginx.stop();
  });

  const post = (address: string) => fetch(nginx.url + address, { method: 'POST', body: '{}' });

  it('answers while a process is down', async () => {
    for (let request = 0; request < 6; request += 1) {
      expect((await fetch(`${nginx.url}/api/books`)).status).toBe(200);
    }
    expect(seen.map(({ length }) => length > 0)).toEqual([true, true]);
  });

  it('repeats orders, which have an idempotency key, on another process', async () => {
    for (let request = 0; request < 4; request += 1) expect((await post('/api/orders')).status).toBe(200);
    expect(seen[0]?.length).toBeGreaterThan(0);
    expect(seen[1]).toHaveLength(4);
  });

  it('never repeats another change', async () => {
    const statuses: number[] = [];
    while (!statuses.includes(503)) statuses.push((await post('/api/contact')).status);
    expect(seen.flat()).toHaveLength(statuses.length);
  });

  it('leaves a process that does not answer in time, and repeats only what reads', async () => {
    while (seen[0]?.length === 0) expect((await fetch(`${nginx.url}/api/slow`)).status).toBe(200);
    const [, ...repeated] = seen.flat();
    expect(repeated.length).toBeGreaterThan(0);
    const before = seen.flat().length;
    const statuses: number[] = [];
    while (!statuses.includes(503)) statuses.push((await post('/api/slow')).status);
    expect(seen.flat()).toHaveLength(before + statuses.length);
  });

  it('forwards the address that the balancer names, and a request id that its log contains', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Request-Id': 'chosen-by-the-visitor' };
    await fetch(`${nginx.url}/api/books`, { headers });
    const [request] = seen.flat();
    expect(request?.headers['x-forwarded-for']).toBe('203.0.113.9');
    expect(request?.headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
    const line = `203.0.113.9 [`;
    let log = '';
    while (!log.includes(line)) log = await readFile(accessLog, 'utf8');
    expect(log.slice(log.indexOf(line))).toContain(String(request?.headers['x-request-id']));
  });
});
