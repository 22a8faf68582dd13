import { type FileHandle, open } from 'node:fs/promises';

type Box = Readonly<{ type: string; start: number; size: number }>;

const HEADER = 16;
/** The largest index that is read; a recording of several hours has one of some megabytes. */
const MAX_INDEX = 64 * 1024 * 1024;
/** A recording in fragments has two boxes for each second or two. */
const MAX_BOXES = 50_000;
const PLAYABLE = ['avc1', 'avc3', 'vp09', 'av01'];

/** Reads an MP4's boxes (ISO/IEC 14496-12). @returns `undefined` for a truncated file or one without video and index. */
export async function readMp4(file: string) {
  const handle = await open(file);
  try {
    const boxes = await topBoxes(handle, (await handle.stat()).size);
    const index = boxes.find(({ type }) => type === 'moov');
    const media = boxes.find(({ type }) => type === 'mdat');
    if (boxes[0]?.type !== 'ftyp' || !index || !media || index.size > MAX_INDEX) return undefined;
    const { buffer } = await handle.read(Buffer.alloc(index.size), 0, index.size, index.start);
    const durationSeconds = duration(buffer);
    if (durationSeconds === undefined) return undefined;
    return {
      durationSeconds,
      /** Whether the index precedes the video data, so that playback starts before the whole file is loaded. */
      fastStart: index.start < media.start,
      /** Whether it contains video in a format that every browser plays: H.264, VP9 or AV1. */
      playable: PLAYABLE.some((format) => buffer.includes(format)),
    };
  } finally {
    await handle.close();
  }
}

async function topBoxes(handle: FileHandle, fileSize: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let start = 0; start + 8 <= fileSize;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER), 0, HEADER, start);
    const short = buffer.readUInt32BE(0);
    // The value 1 means that a 64-bit size follows, and 0 that the box extends to the end of the file.
    const long = short === 1 && bytesRead === HEADER ? Number(buffer.readBigUInt64BE(8)) : short;
    const size = short === 0 ? fileSize - start : long;
    // A box that ends beyond the file means that the file is truncated. A file of empty boxes would fill the memory.
    if (size < 8 || start + size > fileSize || boxes.length === MAX_BOXES) return [];
    boxes.push({ type: buffer.toString('latin1', 4, 8), start, size });
    start += size;
  }
  return boxes;
}

/** @returns the duration in the movie header, whose version 1 has 64-bit times. */
function duration(index: Buffer): number | undefined {
  const at = index.indexOf('mvhd');
  if (at < 0 || at + 40 > index.length) return undefined;
  const long = index[at + 4] === 1;
  const scale = index.readUInt32BE(at + (long ? 24 : 16));
  const units = long ? Number(index.readBigUInt64BE(at + 28)) : index.readUInt32BE(at + 20);
  return scale > 0 ? units / scale : undefined;
}
