/** A segment of a JPEG with its length. @param content in Latin-1 */
export function segment(marker: number, content: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

interface JpegOptions {
  readonly width?: number;
  readonly height?: number;
  /** The marker of its frame, or null without one. */
  readonly frame?: number | null;
  readonly scans?: number;
  /** Segments after the first. */
  readonly extra?: readonly Buffer[];
}

/** A file with the segments of a JPEG; its coded data is no picture. */
export function jpeg({ width = 320, height = 180, frame = 0xc0, scans = 1, extra = [] }: JpegOptions = {}) {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const scan = Buffer.concat([segment(0xda, '\x01\x01\0\0\x3f\0'), Buffer.from('1122ff00ffd034', 'hex')]);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    ...extra,
    segment(0xdb, `\0${'\x01'.repeat(64)}`),
    ...(frame === null ? [] : [segment(frame, `\x08${size.toString('latin1')}\x01\x01\x11\0`)]),
    segment(0xc4, `\0${'\x01'.repeat(17)}`),
    ...Array.from({ length: scans }, () => scan),
    Buffer.from('ffd9', 'hex'),
  ]);
}
