import { jpeg, segment } from '../../../testing/jpeg';
import { readJpeg } from './jpeg';

const exif = segment(0xe1, 'Exif\0\0 51.5N 0.12W');
const comment = segment(0xfe, 'taken by the colonel');

describe('readJpeg', () => {
  it('returns the size, and the bytes as they were when there is nothing else in them', () => {
    const file = jpeg();
    expect(readJpeg(file)).toEqual({ width: 320, height: 180, bytes: file });
  });

  it('removes the place, the time, comments and data after the end', () => {
    const file = Buffer.concat([jpeg({ extra: [exif, comment] }), Buffer.from('<script>alert(1)</script>')]);
    expect(readJpeg(file)?.bytes).toEqual(jpeg());
  });

  it('reads several scans, as progressive pictures have', () => {
    const file = jpeg({ frame: 0xc2, scans: 3 });
    expect(readJpeg(file)?.bytes).toEqual(file);
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a page that begins like a JPEG', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from('<html>')])],
    ['a picture without its end', jpeg().subarray(0, -2)],
    ['a picture without a frame', jpeg({ frame: null })],
    ['a picture without coded data', jpeg({ scans: 0 })],
    ['a picture with two frames', jpeg({ extra: [segment(0xc0, '\x08\0\x09\0\x09\x03')] })],
    ['a picture with so many scans that browsers would not end', jpeg({ frame: 0xc2, scans: 101 })],
    ['a lossless picture, which browsers do not decode', jpeg({ frame: 0xc3 })],
    ['a segment that is longer than the file', Buffer.from('ffd8ffe0ffff00', 'hex')],
    ['a segment without a length', Buffer.from('ffd8ffe00000ffd9', 'hex')],
  ])('refuses %s', (_, file) => expect(readJpeg(file)).toBeUndefined());

  it('never throws when only a part of a picture arrives', () => {
    const file = jpeg({ extra: [exif], scans: 2 });
    for (let end = 0; end < file.length; end += 1) expect(readJpeg(file.subarray(0, end))).toBeUndefined();
  });
});
