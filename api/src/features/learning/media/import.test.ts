import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '@isa/api-contract';
import { testFolder } from '../../../../testing/test-folder';
import { lessons } from '../../../../content';
import { startApi, type TestApi } from '../../../../testing/api';
import { seed } from '../../../database/content';
import { currentCatalogue } from '../../../roles/prepare';
import { importMedia } from './import';
import { clipFolder } from './library';
import { readMp4 } from './mp4';

let folder: string;
let source: string;
let media: string;
const clip = path.join(clipFolder, '1001.mp4');
/** A complete recording, with so many boxes before its index that a list of all would fill the memory. */
const EMPTY_BOXES = Buffer.concat([
  readFileSync(clip).subarray(0, readFileSync(clip).readUInt32BE(0)),
  Buffer.alloc(8 * 60_000, Buffer.from('00000008' + '66726565', 'hex')),
  readFileSync(clip).subarray(readFileSync(clip).readUInt32BE(0)),
]);

beforeEach(async () => {
  folder = testFolder();
  [source, media] = [path.join(folder, 'from'), path.join(folder, 'media')];
  await mkdir(source);
});

const put = (name: string, content: string | Buffer) => writeFile(path.join(source, name), content);

/** The clip with its index after the video data, as cameras and editors write it. */
async function slowStart(): Promise<Buffer> {
  const bytes = await readFile(clip);
  const boxes: Record<string, Buffer> = {};
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32BE(at);
    boxes[bytes.toString('latin1', at + 4, at + 8)] = bytes.subarray(at, at + size);
    at += size;
  }
  const { ftyp, moov, ...rest } = boxes;
  if (!ftyp || !moov) throw new Error('The clip has no index.');
  return Buffer.concat([ftyp, ...Object.values(rest), moov]);
}

function hasFfmpeg(): boolean {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['1007.mov', 'x', 'is not named like'],
  ['lesson 7.mp4', 'x', 'is not named like'],
  ['1034.mp4', 'x', 'belongs to no lesson'],
  ['1007.mp4', 'no film at all', 'is not a complete MP4'],
  ['1007.mp4', '', 'is not a complete MP4'],
  ['1007.mp4', EMPTY_BOXES, 'is not a complete MP4'],
  ['1007.captions.vtt', '1\n00:00 --> 00:01\nSubRip', 'is not WebVTT'],
  ['1007.chapters.vtt', 'WEBVTT\n\nnothing', 'contains no cue'],
  ['1007.captions.vtt', `WEBVTT\n\n00:00 --> 00:01\n${'x'.repeat(1024 * 1024)}`, 'has more than 1 MB'],
])('rejects %s and leaves no file (%#)', async (name, content, reason) => {
  await put(name, content);
  const report = await importMedia(source, media);
  expect(report.imported).toEqual([]);
  expect(report.refused).toEqual([{ name, reason: expect.stringContaining(reason) as string }]);
  expect(await readdir(media)).toEqual([]);
});

it('rejects a truncated file and one that browsers cannot play, without changing the existing one', async () => {
  await mkdir(media);
  await writeFile(path.join(media, '1001.mp4'), 'the old one');
  const whole = await readFile(clip);
  await put('1001.mp4', whole.subarray(0, whole.length / 2));
  expect((await importMedia(source, media)).refused[0]?.reason).toContain('complete MP4');
  await put('1001.mp4', Buffer.from(whole.toString('latin1').replaceAll('avc1', 'hvc1'), 'latin1'));
  expect((await importMedia(source, media)).refused[0]?.reason).toContain('H.264');
  expect(await readFile(path.join(media, '1001.mp4'), 'utf8')).toBe('the old one');
});

it('fails with one sentence for a missing folder', async () => {
  await expect(importMedia(path.join(folder, 'nowhere'), media)).rejects.toThrow(
    /^The folder .+nowhere cannot be read\.$/,
  );
});

it('imports valid files alongside invalid ones', async () => {
  await copyFile(clip, path.join(source, '1001.mp4'));
  await put('1001.captions.vtt', '\uFEFFWEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
  await put('notes.txt', 'x');
  await put('.DS_Store', 'x');
  const report = await importMedia(source, media);
  expect(report).toMatchObject({ imported: ['1001.captions.vtt', '1001.mp4'], hints: [] });
  expect(report.refused.map(({ name }) => name)).toEqual(['notes.txt']);
  expect((await readdir(media)).sort()).toEqual(['1001.captions.vtt', '1001.mp4']);
  expect((await readFile(path.join(media, '1001.mp4'))).equals(await readFile(clip))).toBe(true);
});

it('moves the index to the front, or gives a hint without ffmpeg', async () => {
  await put('1002.mp4', await slowStart());
  expect(await readMp4(path.join(source, '1002.mp4'))).toMatchObject({ fastStart: false, playable: true });
  const { imported, hints } = await importMedia(source, media);
  expect(imported).toEqual(['1002.mp4']);
  const result = await readMp4(path.join(media, '1002.mp4'));
  expect(result).toMatchObject({ fastStart: hasFfmpeg() });
  expect(hints).toHaveLength(hasFfmpeg() ? 0 : 1);
});

describe('the catalogue', () => {
  let api: TestApi;
  const lesson = async (lessonId: number) =>
    (await api.call(calls.readLesson, { params: { lessonId } })).body.lesson;
  const download = (address: string) => api.fetch(address, { headers: { Range: 'bytes=0-9' } });

  beforeAll(async () => {
    api = await startApi({ seeded: true });
    const { mediaFolder } = api.deps.env;
    const recordings = path.join(mediaFolder, '..', 'recordings');
    await mkdir(recordings);
    for (const name of ['1003.mp4', '1003.trailer.mp4', '1004.mp4']) {
      await copyFile(clip, path.join(recordings, name));
    }
    await importMedia(recordings, mediaFolder);
    await seed(api.deps.db, await currentCatalogue(mediaFolder));
  });

  it('contains the addresses and lengths of recordings and trailers, and trailers are public', async () => {
    const { trailerVideoSrc, ...recorded } = await lesson(1003);
    expect(recorded).toMatchObject({ durationSeconds: 18, courseVideoSrc: '/api/video/1003.mp4' });
    expect(trailerVideoSrc).toBe('/api/trailers/1003.mp4');
    const trailer = await download(trailerVideoSrc);
    expect([trailer.status, trailer.headers.get('cache-control')]).toEqual([206, 'public, max-age=3600']);
    // The recording needs premium access as before.
    expect((await download(recorded.courseVideoSrc)).status).toBe(401);
    expect((await lesson(1004)).trailerVideoSrc).toBe('');
  });

  it('marks a lesson without a recording by an empty address, and has a public sample of it', async () => {
    const { trailerVideoSrc, ...inProduction } = await lesson(1005);
    expect(inProduction).toMatchObject({ courseVideoSrc: '', durationSeconds: lessons[4]?.durationSeconds });
    expect((await download(trailerVideoSrc)).status).toBe(206);
    expect((await download('/api/video/1005.mp4')).status).toBe(401);
  });

  it.each(['/api/trailers/1004.mp4', '/api/trailers/1034.mp4', '/api/trailers/x.mp4'])(
    'has no trailer at %s',
    async (wrong) => expect((await download(wrong)).status).toBe(404),
  );
});
