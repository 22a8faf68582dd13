import { type IncomingHttpHeaders as Http1Headers, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { parsePriority, type ResponseQueue } from './response-queue';

/** Headers of one hop, which HTTP/2 has not (RFC 9113 §8.2.2). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/** Lets the running API answer, and sends its answer in the connection's own order. */
export async function forwardToApi(
  port: number,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  queue: ResponseQueue,
): Promise<void> {
  const asked: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(':') && value !== undefined) asked[name] = value;
  }
  asked.host = headers[':authority'] ?? 'localhost';
  asked['x-forwarded-proto'] = 'https';
  const answer = await new Promise<{ status: number; headers: Http1Headers; body: Buffer }>(
    (resolve, reject) => {
      const call = httpRequest(
        { port, host: '127.0.0.1', method: headers[':method'], path: headers[':path'], headers: asked },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 502,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          );
        },
      );
      call.on('error', reject);
      stream.pipe(call);
    },
  );
  if (stream.destroyed) return;
  const passed = Object.fromEntries(
    Object.entries(answer.headers).filter(([name, value]) => value !== undefined && !HOP_BY_HOP.has(name)),
  );
  const empty = answer.body.length === 0;
  stream.respond({ ...passed, ':status': answer.status }, { endStream: empty });
  const priority = headers.priority;
  if (!empty)
    queue.add(stream, answer.body, parsePriority(typeof priority === 'string' ? priority : undefined));
}
