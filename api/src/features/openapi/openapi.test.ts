import { calls } from '@isa/api-contract';
import { describeApi } from './routes';

test('the document describes every call with its response', () => {
  const { paths = {} } = describeApi('https://isa.example');

  for (const [name, { method, path }] of Object.entries(calls)) {
    const item = paths[path.replace(/:(\w+)/g, '{$1}')];
    const operation = Object.entries(item ?? {}).find(([verb]) => verb === method.toLowerCase());
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
