import { get } from 'node:https';
import { testCertificate } from '../../../api/testing/certificate';
import { serve } from '../../../api/testing/test-server';
import { bucketStorage } from '../../platform/store/storage/bucket';
import { apiOrigin } from '../../platform/server/addresses';
import { createWebServer } from './web-server';

const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
});

it('a role with a certificate answers with TLS', async () => {
  const { certificate, key, cert } = await testCertificate('localhost');
  Object.assign(process.env, { NODE_ENV: 'production', HOST: '0.0.0.0' });
  Object.assign(process.env, { TLS_CERTIFICATE: certificate, TLS_KEY: key });
  const { port } = await serve(createWebServer((_request, response) => void response.end('here')));
  const answer = new Promise<string>((resolve, reject) => {
    get(`https://localhost:${port}/`, { ca: cert }, (response) =>
      response.setEncoding('utf8').once('data', resolve),
    ).once('error', reject);
  });
  expect(await answer).toBe('here');
});

it.each(['0.0.0.0', '::', '10.0.0.7'])(
  'a role refuses in production to listen on %s without a certificate',
  (HOST) => {
    Object.assign(process.env, { NODE_ENV: 'production', HOST });
    expect(() => createWebServer(() => undefined)).toThrow('set TLS_CERTIFICATE and TLS_KEY');
  },
);

it('a role that only this machine reaches needs no certificate', () => {
  Object.assign(process.env, { NODE_ENV: 'production', HOST: '127.0.0.1' });
  expect(() => createWebServer(() => undefined)).not.toThrow();
});

it('reaches the API and the bucket on another machine with TLS only', () => {
  process.env.API_ORIGIN = 'http://isa-web:3002';
  expect(() => apiOrigin()).toThrow(/^API_ORIGIN=.*must begin with https:/);
  process.env.API_ORIGIN = 'https://isa-web:3002';
  expect(apiOrigin()).toBe('https://isa-web:3002');
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const open = (AWS_ENDPOINT_URL_S3: string) =>
    bucketStorage('s3://academy', { ...keys, AWS_ENDPOINT_URL_S3 });
  expect(() => open('http://minio.internal:9000')).toThrow(/^AWS_ENDPOINT_URL_S3=.*must begin with https:/);
  expect(open('http://127.0.0.1:9000').address).toBe('s3://academy');
});
