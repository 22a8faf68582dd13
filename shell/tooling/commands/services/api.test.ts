import { serviceEnvironment } from './api';

const { HOST } = process.env;
afterEach(() => {
  if (HOST === undefined) delete process.env.HOST;
  else process.env.HOST = HOST;
});

test('HOST selects the address of the payment sandbox, and not that of the API', () => {
  process.env.HOST = '0.0.0.0';
  expect(serviceEnvironment()).toMatchObject({ SANDBOX_HOST: '0.0.0.0' });
  expect(serviceEnvironment()).not.toHaveProperty('API_HOST');
});
