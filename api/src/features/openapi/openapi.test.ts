import { calls } from '@isa/api-contract';
import { describeCalls } from '@isa/api-contract/schemas';
import { startApi } from '../../../testing/api';
import { describeApi } from './routes';

test('the document describes every call with its response', () => {
  const { paths = {} } = describeApi('https://isa.example');

  for (const [name, { method, path }] of Object.entries(calls)) {
    const item = paths[path.replace(/:(\w+)/g, '{$1}')];
    const operation = Object.entries(item ?? {}).find(([httpMethod]) => httpMethod === method.toLowerCase());
    expect(operation?.[1]).toMatchObject({
      operationId: name,
      responses:
        name === 'telemetry'
          ? { 204: { description: 'Done' } }
          : { 200: { content: { 'application/json': { schema: expect.anything() as unknown } } } },
    });
  }
});

test('amounts are described as integers', () => {
  const document = JSON.stringify(describeApi('https://isa.example').paths?.['/api/basket-prices']);

  expect(document).toContain('"total":{"type":"integer"');
});

test('the contract names every call with its schemas, and is not stored by caches', async () => {
  const api = await startApi();
  const response = await api.fetch('/api/contract');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { calls: served } = (await response.json()) as { readonly calls: object };
  expect(Object.keys(served)).toEqual(Object.keys(calls));
  expect(served).toEqual(JSON.parse(JSON.stringify(describeCalls())));
});
