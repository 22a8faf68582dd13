import { randomUUID } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { calls, isRecorded } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { signInWithPremium } from '../../../testing/factories';
import { jpeg, segment } from '../../../testing/jpeg';
import { type OfficeBrowser, startOffice } from '../../../testing/office';
import { serve } from '../../../testing/test-server';
import { ContentVersions, LessonProgresses, Pictures } from '../../database/entities';
import { clipFolder } from '../../features/learning/media/library';
import { FRESH_MS } from '../../http/response-cache';
import { PIECE_BYTES } from './uploads';

let api: TestApi;
/** A member of staff at two processes of the office. */
let browsers: readonly [OfficeBrowser, OfficeBrowser];

async function start(env = {}): Promise<void> {
  api = await startApi({ seeded: true, env });
  const offices = [await startOffice(api), await startOffice(api)] as const;
  const first = await offices[0].logIn();
  browsers = [first, await offices[1].logIn(first.user)];
}
beforeEach(() => start());
afterEach(() => api.close());

/** Sends a file as the script does, each piece to the other process. @returns what the form names it by. */
async function upload(file: Buffer): Promise<string> {
  const id = randomUUID();
  for (let at = 0, turn = 0; at < file.length; at += PIECE_BYTES, turn += 1) {
    const browser = browsers[turn % 2] ?? browsers[0];
    const { status } = await browser.put(
      `/uploads/${id}?at=${at}`,
      Buffer.from(file.subarray(at, at + PIECE_BYTES)),
    );
    expect(status).toBe(204);
  }
  return id;
}

const files = () => readdir(api.deps.env.mediaFolder);
const post = {
  base: '1',
  title: 'What the night teaches',
  day: '2026-11-20',
  content: 'First.',
  link: '',
  image: '/art/posts/2.svg',
  state: 'published',
};

describe('pieces of a file', () => {
  it('arrive at any process of the office, and change nothing when they are sent again', async () => {
    const film = await readFile(path.join(clipFolder, '1001.mp4'));
    expect(film.length).toBeGreaterThan(PIECE_BYTES / 8);
    const whole = Buffer.concat([film, Buffer.alloc(2 * PIECE_BYTES, 7)]);
    const id = await upload(whole);
    await browsers[1].put(
      `/uploads/${id}?at=${PIECE_BYTES}`,
      Buffer.from(whole.subarray(PIECE_BYTES, 2 * PIECE_BYTES)),
    );
    // The first piece as well, whose first answer was lost on a slow connection.
    await browsers[0].put(`/uploads/${id}?at=0`, Buffer.from(whole.subarray(0, PIECE_BYTES)));
    const [name = ''] = await files();
    expect(await readFile(path.join(api.deps.env.mediaFolder, name))).toEqual(whole);
  });

  it.each([
    ['?at=1', 400, 'after a piece that is missing'],
    ['?at=-1', 400, 'before the file'],
    ['', 400, 'nowhere'],
    [`?at=${5 * 1024 ** 3}`, 413, 'beyond the largest file'],
  ])('are refused at %s with %i: %s', async (query, status) => {
    expect((await browsers[0].put(`/uploads/${randomUUID()}${query}`, Buffer.from('x'))).status).toBe(status);
  });

  it('are refused when they are too large, and as any other type', async () => {
    const address = `/uploads/${randomUUID()}?at=0`;
    expect((await browsers[0].put(address, Buffer.alloc(PIECE_BYTES + 1))).status).toBe(413);
    expect((await browsers[0].put(address, Buffer.from('x'), 'text/html')).status).toBe(400);
  });

  it.each(['1007.mp4', '..%2f1007.mp4', '..%2f..%2fsecret', '%00', `${randomUUID()}%2f..%2fx`])(
    'cannot be written to %s',
    async (name) => {
      expect((await browsers[0].put(`/uploads/${name}?at=0`, Buffer.from('x'))).status).toBe(404);
      expect(await files().catch(() => [])).toEqual([]);
    },
  );

  it('are accepted from staff alone, and only from the office’s own pages', async () => {
    const stranger = (await startOffice(api)).browser();
    const { status } = await stranger.put(`/uploads/${randomUUID()}?at=0`, Buffer.from('x'));
    expect(status).toBeGreaterThanOrEqual(300);
    expect(await files().catch(() => [])).toEqual([]);
  });

  it('are removed a day later when no form has used them', async () => {
    const id = await upload(jpeg());
    const old = new Date(api.deps.now().getTime() - 25 * 60 * 60_000);
    await utimes(path.join(api.deps.env.mediaFolder, `.upload-${id}`), old, old);
    const next = await upload(jpeg());
    expect(await files()).toEqual([`.upload-${next}`]);
    const { status, text } = await browsers[0].post('/catalogue/post/1', { ...post, upload: id });
    expect([status, text.includes('sent more than a day ago')]).toEqual([400, true]);
  });
});

describe('a picture of a post', () => {
  it('is shown by the site, without where and when it was taken', async () => {
    const photograph = jpeg({ extra: [segment(0xe1, 'Exif\0\0 51.5N 0.12W')] });
    const saved = await browsers[0].post('/catalogue/post/1', { ...post, upload: await upload(photograph) });
    expect(saved.status).toBe(303);
    api.advance(FRESH_MS);
    const { image } = (await api.call(calls.readPost, { params: { postId: 1 } })).body.post;
    expect(image).toMatch(/^\/api\/pictures\/[\da-f]{32}\.jpg$/);

    const response = await api.fetch(image);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(jpeg());
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    });
    const { text, headers } = await browsers[1].get('/catalogue/post/1');
    expect(text).toContain(`src="${api.deps.env.siteOrigin}${image}"`);
    expect(headers.get('content-security-policy')).toContain(`img-src 'self' ${api.deps.env.siteOrigin}`);
  });

  it('is one row, however often and by whomever the same file is saved', async () => {
    const [first, second] = [await upload(jpeg()), await upload(jpeg())];
    const statuses = await Promise.all([
      browsers[0].post('/catalogue/post/1', { ...post, upload: first }),
      browsers[1].post('/catalogue/post/2', { ...post, upload: second }),
      browsers[0].post('/catalogue/post/1', { ...post, upload: first }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await api.deps.db.getRepository(Pictures).count()).toBe(1);
  });

  it.each([
    ['a drawing with a script', Buffer.from('<svg onload="alert(1)"/>'), 'not a complete JPEG'],
    ['half a picture', jpeg().subarray(0, 90), 'not a complete JPEG'],
    ['a very large picture', jpeg({ width: 9000 }), '9000 × 180 pixels'],
    ['a file of 2 MB', Buffer.alloc(2 * 1024 * 1024), 'larger than 1 MB'],
  ])('is not %s', async (_, file, message) => {
    const refused = await browsers[0].post('/catalogue/post/1', { ...post, upload: await upload(file) });
    expect([refused.status, refused.text.includes(message)]).toEqual([400, true]);
    expect(refused.text).toContain('What the night teaches');
    expect(await api.deps.db.getRepository(ContentVersions).countBy({ kind: 'post', itemId: 1 })).toBe(1);
  });

  it.each(['/api/pictures/x.jpg', `/api/pictures/${'0'.repeat(32)}.jpg`, '/api/pictures/..%2fx'])(
    'is not found at %s',
    async (address) => expect((await api.fetch(address)).status).toBe(404),
  );
});

describe('the files of a lesson', () => {
  const film = () => readFile(path.join(clipFolder, '1001.mp4'));
  const lesson = async () => {
    api.advance(FRESH_MS);
    return (await api.call(calls.readLesson, { params: { lessonId: 1007 } })).body.lesson;
  };
  const send = async (kind: string, file: Buffer) =>
    browsers[0].post('/catalogue/lesson/1007/files', { kind, upload: await upload(file) });

  it('make it a lesson that can be watched, and staff see them first', async () => {
    expect(isRecorded(await lesson())).toBe(false);
    expect((await send('recording', await film())).location).toBe('/catalogue/lesson/1007/files?done');
    expect(await lesson()).toMatchObject({ courseVideoSrc: '/api/video/1007.mp4', durationSeconds: 18 });
    const { text } = await browsers[1].get('/catalogue/lesson/1007/files');
    expect(text).toContain('src="/catalogue/lesson/1007/files/recording"');
    const preview = await browsers[1].get('/catalogue/lesson/1007/files/recording');
    expect([preview.status, preview.bytes.equals(await film())]).toEqual([200, true]);
    // The recording itself is for customers with access, as before.
    expect((await api.fetch('/api/video/1007.mp4')).status).toBe(401);
  });

  it('include captions, chapters and a trailer, which do not make it watchable', async () => {
    for (const kind of ['captions', 'chapters']) {
      expect((await send(kind, Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'))).status).toBe(303);
    }
    expect((await send('trailer', await film())).status).toBe(303);
    expect((await browsers[0].get('/catalogue/lesson/1007/files')).text).toContain(
      '00:00.000 --&#62; 00:01.000',
    );
    expect(isRecorded(await lesson())).toBe(false);
    expect((await lesson()).trailerVideoSrc).toBe('/api/trailers/1007.mp4');
  });

  it('are withdrawn with the state of the lesson, and come back with it, whatever else is uploaded meanwhile', async () => {
    await send('recording', await film());
    const customer = await signInWithPremium(api.deps);
    const shown = async () => {
      const { body } = await api.call(calls.createVideoTicket, { body: { lessonId: 1007 } }, customer);
      const video = await api.fetch(body.url);
      return { sample: body.sample, isFilm: Buffer.from(await video.arrayBuffer()).equals(await film()) };
    };
    const setState = (base: number, state: string) =>
      browsers[0].post('/catalogue/lesson/1007', {
        ...{ base: String(base), title: 'Title', summary: 'Summary', state },
      });
    expect(await shown()).toEqual({ sample: false, isFilm: true });
    await api.deps.db.getRepository(LessonProgresses).insert({
      userId: customer.user.id,
      lessonId: 1007,
      positionSeconds: 9,
      watched: false,
      updatedAt: api.deps.now(),
    });

    expect((await setState(2, 'filmed')).status).toBe(303);
    expect(await shown()).toEqual({ sample: true, isFilm: false });
    await send('captions', Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'));
    expect((await lesson()).courseVideoSrc).toBe('');
    expect(await shown()).toEqual({ sample: true, isFilm: false });

    // Restoring an older text changes neither length nor address.
    await browsers[0].post('/catalogue/lesson/1007/versions/1', { base: '3' });
    expect(await lesson()).toMatchObject({ courseVideoSrc: '', durationSeconds: 18 });
    await browsers[0].post('/catalogue/lesson/1007/versions/2', { base: '4' });
    expect(await shown()).toEqual({ sample: false, isFilm: true });
    expect(await api.deps.db.getRepository(LessonProgresses).countBy({ lessonId: 1007 })).toBe(1);
  });

  it.each([
    ['recording', 'no film at all', 'is not a complete MP4 file'],
    ['captions', '<svg onload="alert(1)"/>', 'is not WebVTT'],
    ['recording', '', 'Choose a file.'],
    ['../../x', 'x', 'correct the fields'],
  ])('refuse as %s "%s"', async (kind, content, message) => {
    const fields = { kind, upload: content === '' ? '' : await upload(Buffer.from(content)) };
    const refused = await browsers[0].post('/catalogue/lesson/1007/files', fields);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).toContain(message);
    expect((await files().catch(() => [])).filter((name) => !name.startsWith('.upload-'))).toEqual([]);
  });

  it('of two people who upload at once, those of the last one stay, with their length', async () => {
    const longer = Buffer.from(await film());
    const at = longer.indexOf('mvhd');
    longer.writeUInt32BE(longer.readUInt32BE(at + 20) * 2, at + 20);
    const [first, second] = [await upload(await film()), await upload(longer)];
    const answers = await Promise.all(
      [first, second].map((id, turn) =>
        (browsers[turn] ?? browsers[0]).post('/catalogue/lesson/1007/files', {
          kind: 'recording',
          upload: id,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const kept = await readFile(path.join(api.deps.env.mediaFolder, '1007.mp4'));
    expect((await lesson()).durationSeconds).toBe(kept.equals(longer) ? 36 : 18);
  });

  it('are sent to the storage from which customers load them', async () => {
    await api.close();
    const received: { readonly address: string; readonly body: Buffer }[] = [];
    let status = 200;
    const storage = createServer((request, response) => {
      void buffer(request).then((body) => {
        received.push({ address: `${request.method} ${request.url?.split('?')[0]}`, body });
        response.writeHead(status).end();
      });
    });
    const { origin } = await serve(storage);
    await start({
      VIDEO_DELIVERY: 's3',
      VIDEO_STORAGE_URL: `${origin}/videos/lessons`,
      VIDEO_STORAGE_KEY_ID: 'id',
      VIDEO_STORAGE_SECRET: 'a secret',
    });
    expect((await send('recording', await film())).status).toBe(303);
    expect(received).toEqual([{ address: 'PUT /videos/lessons/1007.mp4', body: await film() }]);

    status = 503;
    const longer = Buffer.concat([await film(), Buffer.alloc(8)]);
    longer.writeUInt32BE(8, longer.length - 8);
    longer.write('free', longer.length - 4);
    const refused = await send('recording', longer);
    expect([refused.status, refused.text.includes('nothing has changed')]).toEqual([400, true]);
    expect(await readFile(path.join(api.deps.env.mediaFolder, '1007.mp4'))).toEqual(await film());
  });
});
