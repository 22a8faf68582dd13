import { maskSecrets } from './mask-secrets';
import * as paths from './paths';

test.each([
  [paths.order('the-secret'), '/my-orders/[token]'],
  [paths.reset('the-secret'), '/reset/[token]'],
  [paths.resetAlias('the-secret'), '/reset-password/[token]'],
  ['/RESET/the-secret/done', '/RESET/[token]/done'],
  ['/api/reset-password/the-secret', '/api/reset-password/[token]'],
  ['/api/order-links/the-secret?x=1', '/api/order-links/[token]?x=1'],
  ['/%72eset/the-secret', '/reset/[token]'],
  ['/enrol/the-secret', '/enrol/[token]'],
  ['/demo/the-secret', '/demo/[token]'],
  ['//reset//the-secret', '//reset//[token]'],
  ['/api/video/1.mp4?token=the-secret&x=1', '/api/video/1.mp4?token=[token]&x=1'],
  ['/a?x=1&ticket=the-secret', '/a?x=1&ticket=[token]'],
  ['/a?x=1&TOKEN=the-secret', '/a?x=1&TOKEN=[token]'],
  [paths.verifyEmail('the-secret'), '/verify-email#[token]'],
  [paths.confirmNewsletter('the-secret'), '/#newsletter=[token]'],
  [paths.logInLink('the-secret'), '/login#link=[token]'],
])('masks the secret in %s', (address, expected) => {
  expect(maskSecrets(address)).toBe(expected);
  expect(maskSecrets(`Cannot read "https://academy.example${address}" (404)`)).not.toContain('the-secret');
});

test('leaves other texts as they are', () => {
  for (const text of [
    '/my-orders',
    '/reset',
    '/isa-books/1?page=2',
    'ENOENT: no such file',
    '100 % of %zz',
  ]) {
    expect(maskSecrets(text)).toBe(text);
  }
});
