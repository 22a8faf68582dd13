const END = 0xd9;
const SCAN = 0xda;
const COMMENT = 0xfe;
/** Frames that every browser decodes: baseline, extended and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Encoders of progressive pictures write about ten. A browser goes through the whole picture for each, so thousands would stop it. */
const MAX_SCANS = 100;
/** Tables, restart intervals, JFIF and Adobe's colour transform. */
const NEEDED = [...FRAMES, SCAN, 0xc4, 0xdb, 0xdd, 0xe0, 0xee];

/**
 * Reads the segments of a JPEG (ITU-T T.81, annex B). Its bytes are returned without those that are not the picture: where
 * and when a photograph was taken, comments, and any data after its end.
 * @returns `undefined` for anything else.
 */
export function readJpeg(file: Buffer) {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined;
  const kept = [file.subarray(0, 2)];
  let size: { readonly width: number; readonly height: number } | undefined;
  let scans = 0;
  for (let at = 2; at + 2 <= file.length;) {
    const marker = file.readUInt8(at + 1);
    if (file.readUInt8(at) !== 0xff) return undefined;
    if (marker === END) {
      kept.push(file.subarray(at, at + 2));
      return size && scans > 0 ? { ...size, bytes: Buffer.concat(kept) } : undefined;
    }
    if (at + 4 > file.length) return undefined;
    const length = file.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > file.length) return undefined;
    if (FRAMES.includes(marker)) {
      if (size || length < 8) return undefined;
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    }
    if (marker === SCAN) {
      scans += 1;
      if (scans > MAX_SCANS) return undefined;
      end = endOfScan(file, end);
    }
    const isMetadata = marker === COMMENT || (marker >= 0xe0 && marker <= 0xef);
    if (NEEDED.includes(marker)) kept.push(file.subarray(at, end));
    else if (!isMetadata) return undefined;
    at = end;
  }
  return undefined;
}

/** The next marker after coded data, in which a zero follows each FF, and restart markers stand between parts. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file.readUInt8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return file.length;
}
