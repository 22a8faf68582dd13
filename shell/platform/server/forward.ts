import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { type Problem, problems } from '@isa/api-contract';

/** The largest body of a request in bytes, which is nginx's default. */
const MAX_BODY = 1024 * 1024;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Methods without a body. No call of the API has one with them, and what a client sends is dropped. */
const WITHOUT_BODY = ['GET', 'HEAD', 'DELETE', 'OPTIONS'];
/** Headers that describe one connection (RFC 9110 §7.6.1), or are set for the next one. */
const HOP_BY_HOP = [
  'connection',
  'content-length',
  'expect',
  // A client's own value is dropped, because only the headers below name the client.
  'forwarded',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** A problem of the API's contract, from a host in front of the API. */
export function problemResponse(id: 'busy' | 'preview', headers: Readonly<Record<string, string>> = {}) {
  const { status, title } = problems[id];
  const problem: Problem = { type: `/problems/${id}`, id, title, status, message: title, requestId: 'none' };
  return Response.json(problem, {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

interface ForwardOptions {
  readonly dropped?: readonly string[];
  readonly silentMs?: number;
}

/**
 * Forwards a request as a new one: its body is complete before it is sent, so that both servers agree where
 * it ends.
 * @param options.dropped names of headers, in lower case.
 * @param options.silentMs how long, in milliseconds, the answer may send no byte.
 * @returns a problem with status 503 when the server cannot be reached.
 */
export async function forward(
  request: Request,
  incoming: IncomingMessage,
  origin: string,
  { dropped = [], silentMs = 120_000 }: ForwardOptions = {},
): Promise<Response> {
  if (!METHODS.includes(request.method)) return new Response(null, { status: 405 });
  // Requests to switch to another protocol are refused, because nothing in it could be checked.
  if (request.headers.has('upgrade')) return new Response(null, { status: 400 });
  const body = await boundedBody(request);
  if (body === undefined) return new Response(null, { status: 413, headers: { connection: 'close' } });
  const headers = stripHopByHopHeaders(request.headers);
  for (const name of dropped) headers.delete(name);
  const { host = '' } = incoming.headers;
  const append = (name: string, value: string) =>
    headers.set(name, [headers.get(name), value].filter(Boolean).join(', '));
  append('x-forwarded-for', incoming.socket.remoteAddress ?? '');
  append('x-forwarded-proto', 'http');
  headers.set('x-forwarded-host', host);
  headers.set('host', host);
  if (!WITHOUT_BODY.includes(request.method)) {
    headers.set('content-length', String(body.length));
  }
  try {
    const answer = await send(`${origin}${incoming.url ?? '/'}`, request.method, headers, body, silentMs);
    const { statusCode: status = 502 } = answer;
    const received = new Headers();
    for (let index = 0; index < answer.rawHeaders.length; index += 2) {
      received.append(answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '');
    }
    const passed = stripHopByHopHeaders(received);
    const length = received.get('content-length');
    if (length !== null) passed.set('content-length', length);
    const isEmpty = request.method === 'HEAD' || status === 204 || status === 304;
    if (isEmpty) answer.resume();
    const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream);
    return new Response(content, { status, headers: passed });
  } catch {
    return problemResponse('busy', { 'retry-after': '2' });
  }
}

/** `fetch` replaces the host and decompresses. Each request has a connection, so none is being closed. */
async function send(address: string, method: string, headers: Headers, body: Uint8Array, timeout: number) {
  const { request } = address.startsWith('https:') ? https : http;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const settings = { method, headers: Object.fromEntries(headers), agent: false as const };
    const outgoing = request(address, { ...settings, timeout }, resolve);
    outgoing.on('timeout', () => outgoing.destroy(new Error('No answer.')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function stripHopByHopHeaders(headers: Headers): Headers {
  const listed = (headers.get('connection') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = [...HOP_BY_HOP, ...listed];
  return new Headers([...headers].filter(([name]) => !dropped.includes(name)));
}

/** @returns `undefined` for a body that is too long. */
async function boundedBody({ method, body }: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (WITHOUT_BODY.includes(method) || !body) return new Uint8Array();
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
