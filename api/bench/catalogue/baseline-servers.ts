import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa from 'koa';
import { lessons, premium } from '../../content';

/** Bare servers for comparison, which respond from memory: `baseline-servers.ts koa|node <token>`. */
const [kind, token = ''] = process.argv.slice(2);
const sessions = new Map([
  [token, { message: 'Welcome back.', name: 'Cora Customer', expiresAt: new Date().toISOString() }],
]);
const catalogue = () => ({ lessons, premium });
const sessionOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string'
    ? sessions.get(body.token)
    : undefined;

function bareKoa(): RequestListener {
  const app = new Koa();
  const router = new Router();
  router.get('/api/lessons', (ctx) => {
    ctx.body = catalogue();
  });
  router.post('/api/takeUser', bodyParser(), (ctx) => {
    const session = sessionOf(ctx.request.body);
    ctx.status = session ? 200 : 401;
    ctx.body = session ?? { message: 'Please log in first.' };
  });
  app.use(router.routes());
  const handle = app.callback();
  return (request, response) => void handle(request, response);
}

function bareNode(request: IncomingMessage, response: ServerResponse): void {
  const respond = (status: number, body: unknown) => {
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  if (request.method === 'GET' && request.url === '/api/lessons') return respond(200, catalogue());
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const session = sessionOf(JSON.parse(text));
    respond(session ? 200 : 401, session ?? { message: 'Please log in first.' });
  });
}

const server = createServer({ keepAliveTimeout: 65_000 }, kind === 'koa' ? bareKoa() : bareNode);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
});
