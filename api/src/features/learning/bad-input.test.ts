import { request } from 'node:http';
import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { type SignedIn, signInWithPremium } from '../../../testing/factories';

let api: TestApi;
let customer: SignedIn;

beforeAll(async () => {
  api = await startApi({ seeded: true });
  customer = await signInWithPremium(api.deps);
});

/** Sends a path unchanged; `fetch` would normalise it. */
function raw(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    request({ hostname, port, path, headers: { ...customer.headers, ...headers } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}

describe('invalid requests', () => {
  it.each([
    '/api/video/%E0%A4%A.mp4',
    '/api/video/1007.mp4%00',
    '/api/video/.mp4',
    '/api/video/1007.MP4.exe',
    '/api/video/1007',
    '/api/video/../lessons/1007.mp4',
    '/api/video/%2e%2e%2f%2e%2e%2f.data%2fsecret.mp4',
    '/api/video/1007.subtitles.vtt',
    `/api/video/${'9'.repeat(5000)}.mp4`,
    '/api/trailers/1007.trailer.mp4',
    '/api/trailers/%2e%2e%2fsecret.mp4',
    '/api/books//1',
    '/api/lessons/1e3x',
    '/api/courses/__proto__',
    '/api/courses/%F0%9F%95%B5',
    '/api/legal/constructor',
  ])('rejects GET %s without a server error', async (path) => {
    const status = await raw(path);
    expect([400, 404]).toContain(status);
  });

  it.each(['[]', 'null', '"1007"', '{', '{"lessonId":{"$gt":0}}', '{"lessonId":1e400}', '\u0000'])(
    'rejects a ticket for %p',
    async (body) => {
      const response = await api.fetch(calls.createVideoTicket.path, {
        method: 'POST',
        headers: { ...customer.headers, 'Content-Type': 'application/json' },
        body,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ id: 'invalid-request' });
    },
  );

  it.each([{ token: { a: 1 } }, { token: ['x'] }, { token: 7 }, { token: 'x'.repeat(10_000) }])(
    'rejects courses by an invalid token: %p',
    async (body) => {
      const { status } = await api.refuse(calls.coursesByUser, { body });
      expect([400, 401]).toContain(status);
    },
  );

  it.each(['5', '', -1, null])('rejects progress made %p seconds ago', async (secondsAgo) => {
    const { status } = await api.refuse(
      calls.saveProgress,
      { params: { lessonId: 1001 }, body: { positionSeconds: 1, secondsAgo } },
      customer,
    );
    expect(status).toBe(400);
  });

  it('saves progress made in the distant past', async () => {
    const body = { positionSeconds: 1, secondsAgo: 1e300 };
    const { progress } = (await api.call(calls.saveProgress, { params: { lessonId: 1031 }, body }, customer))
      .body;
    expect(progress).toMatchObject({ positionSeconds: 1, watched: false });
  });
});

describe('odd headers', () => {
  it.each([
    ['Range', 'bytes=0-0,2-3'],
    ['Range', `bytes=${'0-1,'.repeat(2000)}5-6`],
    ['Range', 'bytes=-'],
    ['Range', 'bytes=99999999999999999999-'],
    ['If-None-Match', '"'.repeat(500)],
    ['If-Modified-Since', 'the other day'],
    ['If-Range', 'W/""'],
    ['If-Match', '"never"'],
  ])('handles the odd header %s: %s', async (name, value) => {
    const status = await raw('/api/video/1007.mp4', { [name]: value });
    expect([200, 206, 304, 400, 416]).toContain(status);
  });
});
