import { createServer, type IncomingHttpHeaders } from 'node:http';
import { request as send } from 'node:http';
import { serve } from '../../../api/testing/test-server';
import type { ServedSiteBuild, StoredFile } from './site-handler';
import { createSiteServer } from './site-server';

interface Received {
  readonly server: 'api' | 'ops';
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

const received: Received[] = [];
let port: number;

/** Starts another server of this machine; the API gives everybody a session. */
async function upstream(name: Received['server']): Promise<string> {
  const server = createServer((request, response) => {
    received.push({ server: name, url: request.url ?? '', headers: request.headers });
    response.setHeader('Set-Cookie', ['token=secret; HttpOnly', 'isa-session=1']);
    response.setHeader('Cache-Control', 'public, max-age=60');
    response.end(name);
  });
  return (await serve(server)).origin;
}

const SITE = 'http://site.test';

beforeAll(async () => {
  const [apiOrigin, address] = [await upstream('api'), await upstream('ops')];
  const origins = { apiOrigin, previewOrigin: 'http://preview.localhost:3000', ownOrigins: [SITE] };
  const ops = { origin: 'http://ops.localhost:3000', address };
  const page: StoredFile = {
    read: async () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: 'a page' }),
  };
  const content = async (): Promise<ServedSiteBuild> => ({
    find: (pathname) =>
      pathname === '/login' ? { pattern: '/login', file: 'login.html', status: 200 } : undefined,
    missing: { file: '404.html', status: 404 },
    open: async () => page,
  });
  ({ port } = await serve(createSiteServer({ ...origins, ops, content, scriptOrigins: [] })));
});
beforeEach(() => {
  received.length = 0;
});

/** Sends a request of a browser that is logged in on every host. */
function ask(host: string, path: string, { method = 'GET', headers = {}, body = '' } = {}) {
  const sent = {
    host,
    cookie: 'token=secret; isa_operator=secret',
    authorization: 'Bearer secret',
    ...headers,
  };
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const outgoing = send({ host: '127.0.0.1', port, path, method, headers: sent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    outgoing.on('error', reject).end(body);
  });
}

describe('the operators’ pages', () => {
  it.each(['/ops', '/ops/', '/ops/releases', '/ops/releases/confirm?action=retire&part=shop', '/OPS'])(
    'are not found at %s of any other origin',
    async (path) => {
      for (const host of [
        'localhost:3000',
        '127.0.0.1:3000',
        'site.test',
        'preview.localhost:3000',
        'ops.localhost',
      ]) {
        for (const method of ['GET', 'POST']) {
          const { status } = await ask(host, path, { method });
          expect([host, method, status]).toEqual([host, method, method === 'GET' ? 404 : 405]);
        }
      }
      expect(received).toEqual([]);
    },
  );

  it('answer on their own host, and with nothing of the site', async () => {
    for (const path of ['/', '/ops/releases', '/login', '/api/books', '/dev/mails']) {
      expect((await ask('OPS.localhost:3000', path)).text).toBe('ops');
    }
    expect(new Set(received.map(({ server }) => server))).toEqual(new Set(['ops']));
    expect(received[0]?.headers.host).toBe('OPS.localhost:3000');
  });
});

describe('the preview origin', () => {
  const preview = 'preview.localhost:3000';

  it('serves the site’s pages, for no search engine and no shared cache', async () => {
    const { status, headers } = await ask(preview, '/login');
    expect([status, headers['x-robots-tag'], headers['cache-control']]).toEqual([
      200,
      'noindex',
      'private, no-cache',
    ]);
    expect(headers['content-security-policy']).toContain('http://localhost:*');
    expect((await ask('localhost:3000', '/login')).headers['content-security-policy']).not.toContain(
      'localhost:*',
    );
  });

  it('sends the API no cookie and no token, and sets no cookie', async () => {
    const calls = [
      ['GET', '/api/books'],
      ['GET', '/api/books/1'],
      ['GET', '/api/trailers/1001.mp4'],
      ['POST', '/api/basket-prices'],
      ['POST', '/api/orders'],
    ] as const;
    for (const [method, path] of calls) {
      const { status, headers } = await ask(preview, path, { method });
      expect([path, status, headers['set-cookie']]).toEqual([path, 200, undefined]);
      expect([headers['x-robots-tag'], headers['cache-control']]).toEqual(['noindex', 'private, no-cache']);
    }
    expect(received).toHaveLength(calls.length);
    for (const { headers } of received) {
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('authorization');
    }
    await ask('localhost:3000', '/api/books');
    expect(received.at(-1)?.headers.cookie).toContain('token=secret');
  });

  it.each([
    ['POST', '/api/login'],
    ['POST', '/api/Login'],
    ['POST', '/api/login/passkey'],
    ['POST', '/api/signup'],
    ['POST', '/api/takeUser'],
    ['POST', '/api/reset-password/token'],
    ['GET', '/api/account'],
    ['POST', '/api/account/delete'],
    ['GET', '/api/my-orders'],
    ['POST', '/api/process-purchase'],
    ['GET', '/api/get-user-permissions?token=secret'],
    ['GET', '/api/video/1001.mp4?token=secret'],
    ['POST', '/api/telemetry'],
    ['POST', '/api/paypal/webhooks'],
    ['DELETE', '/api/books/1'],
  ])('refuses %s %s, because nobody has an account there', async (method, path) => {
    const { status, text } = await ask(preview, path, { method });
    expect([status, JSON.parse(text)]).toEqual([
      403,
      expect.objectContaining({ id: 'preview', message: 'This is a preview, so you cannot log in here.' }),
    ]);
    expect(received).toEqual([]);
  });

  it('has no mails of development', async () => {
    expect((await ask(preview, '/dev/mails')).status).toBe(404);
    expect(received).toEqual([]);
  });
});

describe('an unknown host', () => {
  it.each(['evil.test', 'evil.test:3000', 'localhost.evil.test', '127.0.0.1.evil.test', '10.0.0.7'])(
    'gets nothing by the name "%s", under which another site could read it',
    async (host) => {
      for (const path of ['/', '/dev/mails', '/api/books', '/ops'])
        expect((await ask(host, path)).status).toBe(421);
      expect(received).toEqual([]);
    },
  );

  it.each([
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    '127.1.2.3',
    '[::1]:3000',
    'office.localhost',
    'site.test',
  ])('answers for the host "%s"', async (host) => {
    expect((await ask(host, '/dev/mails')).text).toBe('api');
  });
});
