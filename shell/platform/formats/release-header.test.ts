import { releaseHeader } from './release-header';

test.each([
  ['/shop/1.5.0/remote-entry.0123456789ab.js', 'shop@1.5.0'],
  ['/shell/1.0.0-0a1b2c3d4e/main.0123456789ab.js', 'shell@1.0.0-0a1b2c3d4e'],
  ['/my-shop/pr-12.0a1b2c3d4e5f/remote.js', 'my-shop@pr-12.0a1b2c3d4e5f'],
])('a file of a release names it: %s', (address, release) => {
  expect(releaseHeader(address)).toEqual({ 'x-isa-release': release });
});

test('a file that releases share names their app, because it does not know for which of them it is requested', () => {
  expect(releaseHeader('/shop/files/604.0123456789abcdef0123.js')).toEqual({ 'x-isa-release': 'shop' });
});

test.each([
  '/shell/libraries/react.0123456789ab.js',
  '/registry.json',
  '/media/lessons/1001.mp4',
  '/isa-books/1',
])('any other file names none: %s', (address) => {
  expect(releaseHeader(address)).toEqual({});
});
