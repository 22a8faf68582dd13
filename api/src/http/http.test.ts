import { startApi, type TestApi } from '../../testing/api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('health', async () => {
  const response = await api.fetch('/api/health/ready');
  expect(response.status).toBe(200);
  const missing = await api.fetch('/api/nothing');
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ id: 'not-found' });
  const method = await api.fetch('/api/health/ready', { method: 'DELETE' });
  expect(method.status).toBe(405);
});
