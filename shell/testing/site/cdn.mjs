/*
 * A CDN that runs JavaScript, in a process of its own: node cdn.mjs <module> [<API>]. The module's `fetch` answers all
 * requests except those of `/api` and `/dev`, which a rule of the CDN sends to the API. Its port is its first message.
 */
import { createServer, request as send } from 'node:http';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [module = '', api] = process.argv.slice(2);
const { default: edge } = await import(pathToFileURL(module).href);

const server = createServer((request, response) => {
  const respond = api && /^\/(?:api|dev)(?:\/|$)/.test(request.url) ? forward : run;
  respond(request, response).catch((error) => {
    process.stderr.write(`${error}\n`);
    response.destroy();
  });
});

async function run({ method, url, headers }, response) {
  const named = Object.entries(headers).filter(([, value]) => typeof value === 'string');
  const answer = await edge.fetch(new Request(`http://${headers.host}${url}`, { method, headers: named }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) Readable.fromWeb(answer.body).pipe(response);
  else response.end();
}

async function forward(request, response) {
  const { method, url, headers } = request;
  const onward = send(api + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(503).end());
  request.pipe(onward);
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
