import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { calls } from '@isa/api-contract';
import { z } from 'zod';
import { testFolder } from '../../../testing/test-folder';
import { startApi } from '../../../testing/api';
import { startApiProcess } from '../../../testing/api-process';
import { serve } from '../../../testing/test-server';
import { createLog } from '../log';
import { startTracing } from './export';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
/** The header of a page that asks for recording, by the flags 01. */
const traceparent = `00-${TRACE}-${PARENT}-01`;

/** OTLP in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.unknown()) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A PayPal that refuses all calls. @returns its address and the headers of all calls. */
async function startPaypal() {
  const calls: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    calls.push(request.headers);
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}');
  });
  return { url: (await serve(server)).origin, calls };
}

/** Orders a book within the page's trace, which PayPal refuses. */
async function orderInVain(url: string): Promise<void> {
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: JSON.stringify(body),
    });
  const items = [{ productId: 1, quantity: 1 }];
  const priced: unknown = await (await post(calls.priceBasket.path, { items })).json();
  const { total } = z.object({ total: z.number() }).parse(priced);
  const response = await post(calls.createOrder.path, { items, expectedTotal: total });
  expect(response.status).toBeGreaterThanOrEqual(500);
}

/** Orders from an API in this process. @returns the headers of its calls to PayPal, and its log. */
async function orderHere() {
  const paypal = await startPaypal();
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const api = await startApi({
    seeded: true,
    env: { PAYPAL_API_URL: paypal.url },
    replace: () => ({ log }),
  });
  await orderInVain(api.url);
  return { toPaypal: paypal.calls.map((headers) => headers['traceparent']), lines };
}

test('a request continues the page’s trace to the database and PayPal', async () => {
  const received: unknown[] = [];
  const collector = createServer((request, response) => {
    void json(request).then((body) => {
      received.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  const paypal = await startPaypal();
  const dataFolder = testFolder();
  const api = await startApiProcess({
    DATA_FOLDER: dataFolder,
    PAYPAL_API_URL: paypal.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: (await serve(collector)).origin,
    OTEL_TRACES_SAMPLER_ARG: '1',
    LOG_LEVEL: 'info',
    // The sources load the exporter by a dynamic import, which only these hooks of tsx resolve.
    NODE_OPTIONS: `--import=${pathToFileURL(require.resolve('tsx')).href}`,
  });
  try {
    await orderInVain(api.url);
  } finally {
    // Spans that wait are sent before the process ends.
    await api.stop();
  }

  const batches = received.flatMap((body) => exported.parse(body).resourceSpans);
  const spans = batches
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    .filter(({ traceId }) => traceId === TRACE);
  const request = spans.find(({ name }) => name === 'POST /api/orders');
  expect(request?.parentSpanId).toBe(PARENT);
  const children = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(children.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['database SELECT', 'paypal create']),
  );
  const payment = children.find(({ name }) => name === 'paypal create');
  expect(paypal.calls.map((headers) => headers['traceparent'])).toContain(
    `00-${TRACE}-${payment?.spanId}-01`,
  );
  const [resource] = batches.map((batch) => JSON.stringify(batch.resource));
  expect(resource).toContain('"isa-api-all"');
  const line = api
    .log()
    .split('\n')
    .find((text) => text.includes(`"traceId":"${TRACE}"`));
  expect(line).toMatch(/"role":"all","instance":"[^"]+:\d+"/);
});

test('a visitor cannot cause recording: only the share that is configured decides', async () => {
  const tracing = startTracing(
    { endpoint: 'http://127.0.0.1:9', ratio: 0 },
    { role: 'web', instance: 'host:1' },
  );
  try {
    const { toPaypal } = await orderHere();
    // The flags 00 say that nothing is recorded.
    expect(toPaypal).toEqual([expect.stringMatching(`^00-${TRACE}-[0-9a-f]{16}-00$`)]);
  } finally {
    await tracing.close();
  }
});

test('nothing is traced without a collector', async () => {
  const { toPaypal, lines } = await orderHere();
  expect(toPaypal).toEqual([undefined]);
  expect(lines.join()).not.toContain('traceId');
});
