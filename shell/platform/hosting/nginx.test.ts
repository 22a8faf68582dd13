import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as send } from 'node:https';
import path from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { nginxProgram, type RunningNginx, startNginx } from '../../../api/testing/nginx';
import { testFolder } from '../../../api/testing/test-folder';
import { serve } from '../../../api/testing/test-server';
import { describeWithProgram } from '../../../api/testing/with-program';
import { sourceScript } from '../../packages/node/node';
import {
  freePort,
  type Service,
  startService,
  stopService,
  waitUntilReady,
} from '../../packages/node/processes';
import { headersAt } from '../server/headers-at';
import { securityHeaders } from '../server/security-headers';
import { CDN, PAYPAL, script, SITE, siteBuildFiles } from '../server/testing/site-files';
import { siteFolderAt } from '../store/site-folder';
import { commandBlock } from '../../tooling/testing/operating-guide';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const HOSTS = {
  site: 'academy.example',
  cdn: 'cdn.academy.example',
  ops: 'ops.academy.example',
  preview: 'academy-preview.example',
};

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

it('answers certbot’s challenges over http, as the documented command expects, which reloads nginx after a renewal', () => {
  const file = readFileSync(path.join(__dirname, 'nginx.conf'), 'utf8');
  const servers = file.split(/^ {4}server \{$/m).slice(1);
  const namesOf = (server: string) => /^ {8}server_name (.+);$/m.exec(server)?.[1]?.split(' ') ?? [];
  const command = commandBlock('certbot certonly');
  const domains = [...command.matchAll(/--domain (\S+)/g)].map(([, name = '']) => name);

  const plain = servers.filter((server) => /^ {8}listen 80;$/m.test(server));
  expect(plain.flatMap(namesOf).sort()).toEqual([...domains].sort());
  const [, folder] =
    /^ {8}location \/\.well-known\/acme-challenge\/ \{\n {12}root (\S+);\n {8}\}$/m.exec(plain.join()) ?? [];
  expect(command).toContain(`certbot certonly --webroot --webroot-path ${folder} `);
  const encrypted = servers.filter((server) => /^ {8}listen 443 ssl http2;$/m.test(server));
  expect(encrypted.flatMap(namesOf).sort()).toEqual([...domains].sort());
  for (const name of ['fullchain.pem', 'privkey.pem'])
    expect(file).toContain(` /etc/letsencrypt/live/${domains[0]}/${name};`);
  // Certbot keeps the hook for each renewal.
  expect(command).toContain(" --deploy-hook 'systemctl reload nginx' ");
});

describeWithProgram('nginx')('nginx with the shipped file, in front of the role site', () => {
  let nginx: RunningNginx;
  let site: Service;
  /** The requests that reached each process of the API. */
  const seen: IncomingMessage[][] = [[], []];

  /** @param breaks whether the process dies with each request that changes something, and never answers at `/api/slow`. */
  async function startApi(index: number, breaks: boolean): Promise<number> {
    const server = createServer((request, response) => {
      seen[index]?.push(request);
      request.resume().once('end', () => {
        if (breaks && request.url === '/api/slow') return;
        if (breaks && request.method === 'POST') request.socket.destroy();
        else response.end(JSON.stringify(request.headers));
      });
    });
    return (await serve(server)).port;
  }

  beforeAll(async () => {
    const folder = testFolder();
    const files = { 'shell/2.0.0/main.abc.js': script, 'shop/1.5.0/remote-entry.abc.js': script };
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, 'store', name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
      await writeFile(`${file}.br`, brotliCompressSync(text));
    }
    const built = siteFolderAt(path.join(folder, 'site'));
    await built.write('00000001-a', new Map(Object.entries(siteBuildFiles)), undefined);
    await built.swap('00000001-a', await built.current());

    const api = [await startApi(0, true), await startApi(1, false)];
    const [sitePort, cdn] = [await freePort(), await freePort()];
    site = startService(
      'The role site',
      sourceScript('shell/tooling/commands/role.ts', 'site'),
      {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATA_FOLDER: folder,
        SITE_ORIGIN: SITE,
        CDN_ORIGIN: CDN,
        PREVIEW_ORIGIN: `https://${HOSTS.preview}`,
        API_ORIGIN: `http://127.0.0.1:${api[1]}`,
        PAYPAL_API_URL: 'https://api-m.paypal.com',
        PORT: String(sitePort),
        CDN_PORT: String(cdn),
      },
      () => undefined,
    );
    await waitUntilReady(`http://127.0.0.1:${sitePort}/`, site, 60_000);

    const pems = await generate([{ name: 'commonName', value: HOSTS.site }], { keyType: 'ec' });
    const tls = { certificate: path.join(folder, 'site.pem'), key: path.join(folder, 'site.key') };
    await writeFile(tls.certificate, pems.cert);
    await writeFile(tls.key, pems.private);
    nginx = await startNginx(nginxProgram ?? '', {
      site: [sitePort],
      cdn: [cdn],
      api,
      ops: api[1] ?? 0,
      tls,
      change: (text) =>
        text
          // Each process gets its turn, even after a failure.
          .replace(
            /(server \S+) fail_timeout=2s; (server \S+) fail_timeout=2s;/,
            '$1 max_fails=0; $2 max_fails=0;',
          )
          .replace('proxy_read_timeout 30s;', 'proxy_read_timeout 2s;'),
    });
  });
  beforeEach(() => seen.forEach((requests) => requests.splice(0)));
  afterAll(async () => {
    await nginx.stop();
    await stopService(site);
  });

  /** Sends a request to one of the names, whose certificate nobody has signed. */
  function request(
    to: keyof typeof HOSTS,
    address: string,
    { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: object; body?: string } = {},
  ): Promise<Reply> {
    const { port } = new URL(nginx.url);
    const sent = { ...headers, host: HOSTS[to] };
    const options = { host: '127.0.0.1', port, path: address, method, headers: sent, servername: HOSTS[to] };
    return new Promise((resolve, reject) => {
      const outgoing = send({ ...options, rejectUnauthorized: false, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
      });
      outgoing.on('error', reject).end(body);
    });
  }

  it('accepts the file', () => {
    const { status, stderr } = spawnSync(
      nginxProgram ?? '',
      ['-t', '-e', 'stderr', '-c', nginx.configuration],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining('syntax is ok')]);
  });

  it.each([
    ['/isa-books/1', 200, 'Book 1'],
    ['/nowhere', 404, 'Not found'],
  ])(
    'sends the page %s with status %i and the security headers of the site',
    async (address, status, text) => {
      const reply = await request('site', address);
      expect([reply.status, reply.bytes.toString()]).toEqual([status, expect.stringContaining(text)]);
      expect(reply.headers['cache-control']).toBe('no-cache');
      const expected = securityHeaders({ scriptOrigins: [CDN], paymentOrigins: PAYPAL, httpsOnly: true });
      for (const [name, value] of Object.entries(headersAt(expected, address))) {
        expect([name, reply.headers[name.toLowerCase()]]).toEqual([name, value]);
      }
      expect(reply.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
      expect(reply.headers.server).toBe('nginx');
    },
  );

  it('answers 304 for a page that the browser has', async () => {
    const { etag = '' } = (await request('site', '/isa-books/1')).headers;
    expect((await request('site', '/isa-books/1', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it.each([
    ['site', '/shell/2.0.0/main.abc.js'],
    ['cdn', '/shop/1.5.0/remote-entry.abc.js'],
  ] as const)('sends scripts of the %s compressed, to be kept for ever', async (to, address) => {
    const { status, headers, bytes } = await request(to, address, {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect([status, headers['content-encoding'], headers['cache-control']]).toEqual([200, 'br', IMMUTABLE]);
    expect(brotliDecompressSync(bytes).toString()).toBe(script);
    expect((await request(to, address)).bytes.toString()).toBe(script);
    if (to === 'cdn') expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('tells the API who asks, whatever a client claims', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=203.0.113.9',
      'x-request-id': 'chosen-by-the-visitor',
    };
    const { bytes } = await request('site', '/api/books', { headers: forged });
    const told = JSON.parse(bytes.toString()) as Record<string, string>;
    expect(told).toMatchObject({
      host: HOSTS.site,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': HOSTS.site,
    });
    expect(told).not.toHaveProperty('forwarded');
    expect(told['x-request-id']).toMatch(/^[\da-f]{32}$/);
    while (!(await nginx.log()).includes(told['x-request-id'] ?? '')) await pause();
  });

  it('serves the operators’ pages under their own name', async () => {
    const { bytes } = await request('ops', '/ops');
    expect(JSON.parse(bytes.toString())).toMatchObject({ host: HOSTS.ops });
    expect((await request('site', '/ops')).status).toBe(404);
  });

  it('lets previews make no call that uses an account', async () => {
    const { status, headers } = await request('preview', '/api/login', { method: 'POST', body: '{}' });
    expect([status, headers['content-type']]).toEqual([403, 'application/problem+json']);
    expect((await request('preview', '/isa-books/1')).headers['x-robots-tag']).toBe('noindex');
    expect(seen.flat()).toEqual([]);
  });

  it('refuses a body that no call of the API needs', async () => {
    const body = 'x'.repeat(130 * 1024);
    expect((await request('site', '/api/contact', { method: 'POST', body })).status).toBe(413);
    expect(seen.flat()).toEqual([]);
  });

  it('answers for no unknown host, and leads pages but no calls of the API from port 80 to https', async () => {
    const plain = (host: string, address: string) =>
      new Promise((resolve, reject) => {
        get(nginx.plainUrl + address, { headers: { host } }, (response) => {
          response.resume();
          resolve([response.statusCode, response.headers.location]);
        }).on('error', reject);
      });
    expect(await plain('evil.example', '/')).toEqual([421, undefined]);
    expect(await plain(HOSTS.site, '/isa-basket?step=2')).toEqual([301, `${SITE}/isa-basket?step=2`]);
    expect(await plain(HOSTS.site, '/api/books')).toEqual([403, undefined]);
    await expect(handshake({ servername: 'evil.example' })).rejects.toThrow(/unrecognized name/);
  });

  it('speaks HTTP/2, and no protocol or cipher that is known to be weak', async () => {
    const modern = { servername: HOSTS.site, ALPNProtocols: ['h2', 'http/1.1'] };
    expect(await handshake(modern)).toBe('h2');
    const weak = { ...modern, ciphers: 'DEFAULT@SECLEVEL=0' };
    await expect(handshake({ ...weak, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })).rejects.toThrow(
      /version/,
    );
    const old = { ...modern, maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' } as const;
    await expect(handshake(old)).rejects.toThrow(/handshake failure/);
  });

  it('leaves no link of an order, reset token or ticket in its log', async () => {
    const secret = 'a-secret-of-a-visitor';
    for (const address of [
      `/my-orders/${secret}`,
      `/MY-Orders/${secret}/x`,
      `/reset/${secret}`,
      `/rese%74//${secret}`,
      `/api/reset-password/${secret}`,
      `/enrol/${secret}`,
      `/api/video/1007.mp4?token=${secret}`,
      '/isa-books/77',
    ]) {
      await request('site', address);
    }
    while (!(await nginx.log()).includes('/isa-books/77')) await pause();
    expect(await nginx.log()).toContain('"GET /api/reset-password/[token]" 200');
    expect(await nginx.log()).not.toContain(secret);
  });

  const post = (address: string) => request('site', address, { method: 'POST', body: '{}' });

  it('repeats orders, which have an idempotency key, on another process', async () => {
    for (let count = 0; count < 4; count += 1) expect((await post('/api/orders')).status).toBe(200);
    expect(seen[0]?.length).toBeGreaterThan(0);
    expect(seen[1]).toHaveLength(4);
  });

  it('never repeats another change, and answers with a problem', async () => {
    const replies: Reply[] = [];
    while (replies.at(-1)?.status !== 503) replies.push(await post('/api/contact'));
    expect(seen.flat()).toHaveLength(replies.length);
    const { headers, bytes } = replies.at(-1) ?? replies[0] ?? (await post('/api/contact'));
    expect([headers['content-type'], headers['retry-after']]).toEqual(['application/problem+json', '2']);
    expect(JSON.parse(bytes.toString())).toMatchObject({ id: 'busy', status: 503 });
  });

  it('leaves a process that does not answer in time, and repeats only what reads', async () => {
    while (seen[0]?.length === 0) expect((await request('site', '/api/slow')).status).toBe(200);
    const before = seen.flat().length;
    expect(before).toBeGreaterThan(1);
    const statuses: number[] = [];
    while (!statuses.includes(503)) statuses.push((await post('/api/slow')).status);
    expect(seen.flat()).toHaveLength(before + statuses.length);
  });

  it('sends scripts while the role site is away, and asks visitors of pages to try again', async () => {
    await stopService(site);
    expect((await request('site', '/shell/2.0.0/main.abc.js')).bytes.toString()).toBe(script);
    const { status, headers } = await request('site', '/isa-books/1');
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store']);
  });

  /** @returns the protocol that both have agreed on. */
  function handshake(options: ConnectionOptions): Promise<string | false | null> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(nginx.url);
      const to = { host: '127.0.0.1', port: Number(port), rejectUnauthorized: false };
      const socket = connect({ ...to, ...options }, () => {
        resolve(socket.alpnProtocol);
        socket.destroy();
      });
      socket.on('error', reject);
    });
  }
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
