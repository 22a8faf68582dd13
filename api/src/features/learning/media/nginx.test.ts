import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../../testing/api';
import { changeContent } from '../../../../testing/content';
import { type SignedIn, signIn, signInWithPremium } from '../../../../testing/factories';
import { nginxProgram, type RunningNginx, startNginx } from '../../../../testing/nginx';
import { describeWithProgram } from '../../../../testing/with-program';
import { clipFolder } from './library';

let api: TestApi;
let nginx: RunningNginx;
let customer: SignedIn;
let clip: Buffer;

describeWithProgram('nginx')('videos through nginx', () => {
  beforeAll(async () => {
    api = await startApi({ seeded: true, env: { VIDEO_DELIVERY: 'nginx' } });
    const { mediaFolder } = api.deps.env;
    await mkdir(mediaFolder, { recursive: true });
    await writeFile(path.join(mediaFolder, '1020.mp4'), Buffer.alloc(20_000_000, 'isa'));
    await writeFile(path.join(mediaFolder, '1020.trailer.mp4'), 'a trailer');
    await changeContent(
      api.deps.db,
      'lesson',
      { courseVideoSrc: '/api/video/1020.mp4' },
      { itemIds: [1020] },
    );
    nginx = await startNginx(nginxProgram ?? '', { api: [Number(new URL(api.url).port)], mediaFolder });
    customer = await signInWithPremium(api.deps);
    clip = await readFile(path.join(clipFolder, '1007.mp4'));
  });
  afterAll(() => nginx.stop());

  const ticketFor = async (lessonId: number) =>
    (await api.call(calls.createVideoTicket, { body: { lessonId } }, customer)).body.url;
  const ask = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${nginx.url}${address}`, { method, headers });

  it('videos require access, and cannot be requested past the API', async () => {
    const { token } = await signIn(api.deps);
    for (const [address, status] of [
      ['/api/video/1007.mp4', 401],
      [`/api/video/1007.mp4?token=${token}`, 403],
      ['/_media/clip/1007.mp4', 404],
      ['/_media/imported/1020.mp4', 404],
      ['/api/../_media/clip/1007.mp4', 404],
    ] as const) {
      const response = await ask(address);
      expect([address, response.status]).toEqual([address, status]);
      expect(await response.text()).not.toContain('ftyp');
    }
  });

  it('videos are sent whole, in parts, for HEAD and conditionally, with the API’s headers', async () => {
    const url = await ticketFor(1007);
    const whole = await ask(url);
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(clip)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    for (const inner of ['x-accel-redirect', 'x-stream-owner']) expect(whole.headers.has(inner)).toBe(false);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);

    const part = await ask(url, { Range: 'bytes=10-19', 'If-Range': etag });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${clip.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(clip.subarray(10, 20))).toBe(true);
    const stale = await ask(url, { Range: 'bytes=10-19', 'If-Range': '"another"' });
    expect([stale.status, (await stale.arrayBuffer()).byteLength]).toEqual([200, clip.length]);
    expect((await ask(url, { Range: `bytes=${clip.length}-` })).status).toBe(416);
    expect((await ask(url, { 'If-None-Match': etag })).status).toBe(304);
    const head = await ask(url, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(clip.length)]);
  });

  it('videos include captions and trailers', async () => {
    const captions = await ask((await ticketFor(1007)).replace('.mp4', '.captions.vtt'));
    expect(await captions.text()).toMatch(/^WEBVTT/);
    const trailer = await ask('/api/trailers/1020.mp4');
    expect([trailer.status, await trailer.text()]).toEqual([200, 'a trailer']);
    expect(trailer.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it('videos are capped for each customer', async () => {
    const url = await ticketFor(1020);
    const open = await Promise.all(Array.from({ length: 10 }, () => begin(`${nginx.url}${url}`)));
    const refused = await ask(url, { Range: 'bytes=0-9' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({ id: 'too-many-requests', status: 429 });

    const other = await signInWithPremium(api.deps);
    expect((await ask(`/api/video/1020.mp4?token=${other.token}`, { Range: 'bytes=0-9' })).status).toBe(206);

    for (const response of open) response.destroy();
    while ((await ask(url, { Range: 'bytes=0-9' })).status !== 206) await pause();
  });

  it('videos leave no token in nginx’s log', async () => {
    const url = await ticketFor(1007);
    await (await ask(url)).arrayBuffer();
    while (!(await nginx.log()).includes('/_media/clip/1007.mp4')) await pause();
    expect(await nginx.log()).not.toMatch(/token|v1\.\d/);
  });
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A started download that is not read further. */
function begin(address: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(address, { agent: false }, (response) => {
      response.once('readable', () => resolve(response));
    }).on('error', reject);
  });
}
