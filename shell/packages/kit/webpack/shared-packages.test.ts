import { acceptedRange } from './shared-packages';

test('an app accepts several majors of a shared package', () => {
  const range = '^2.1.0 || ^3.0.0';
  for (const version of ['2.4.0', '3.0.0']) {
    expect(acceptedRange('shop', '@isa/contract', version, { '@isa/contract': range })).toBe(range);
  }
});

test.each([
  ['another version than the installed one', { react: '^18.0.0' }, '("^18.0.0") does not accept'],
  ['no version', { react: '' }, 'does not name'],
  ['not the package', {}, 'does not name'],
])('refuses an app whose package.json names %s', (_kind, dependencies, message) => {
  expect(() => acceptedRange('shop', 'react', '19.3.1', dependencies)).toThrow(message);
});
