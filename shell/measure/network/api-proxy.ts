import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { parsePriority, type ResponseQueue } from './response-queue';

/** Connection-specific headers, which HTTP/2 forbids (RFC 9113 §8.2.2). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'];

/** Forwards a request to the running API and queues its response like every other response of the connection. */
export async function forwardToApi(
  port: number,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  queue: ResponseQueue,
): Promise<void> {
  const { ':authority': host = 'localhost', ':method': method, ':path': path } = headers;
  const passed = Object.entries(headers).filter(([name, value]) => !name.startsWith(':') && value);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...Object.fromEntries(passed), host, 'x-forwarded-proto': 'https' },
    });
    request.once('response', resolve).once('error', reject);
    stream.pipe(request);
  });
  const body = await buffer(response);
  if (stream.destroyed) return;
  const returned = Object.entries(response.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  const isEmpty = body.length === 0;
  stream.respond(
    { ...Object.fromEntries(returned), ':status': response.statusCode ?? 502 },
    { endStream: isEmpty },
  );
  if (!isEmpty) queue.add(stream, body, parsePriority(headers.priority));
}
