import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { calls } from '@isa/api-contract';
import { pino } from 'pino';
import { lessons } from '../../../content';
import { startApi, type TestApi } from '../../../testing/api';
import { changeContent } from '../../../testing/content';
import { grantPremium, type SignedIn, signIn, signInWithPremium } from '../../../testing/factories';
import { Entitlements } from '../../database/entities';
import { apiFolder } from '../../platform/folders';

const clipOf = (lessonId: number) => path.join(apiFolder, `content/media/lessons/${lessonId}.mp4`);

let api: TestApi;
let customer: SignedIn;
let url: string;
const clip = readFileSync(clipOf(1007));

beforeAll(async () => {
  api = await startApi({ seeded: true });
  customer = await signInWithPremium(api.deps);
});
beforeEach(async () => {
  url = (await ticketFor(1007, customer)).url;
});

async function ticketFor(lessonId: number, { headers }: SignedIn) {
  return (await api.call(calls.createVideoTicket, { body: { lessonId } }, { headers })).body;
}

async function bytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

describe('the included clips', () => {
  it('exist for every lesson, are small, and play before they are fully loaded', () => {
    for (const { id } of lessons) {
      const file = readFileSync(clipOf(id));
      expect(file.length).toBeLessThanOrEqual(90 * 1024);
      expect(file.subarray(4, 8).toString()).toBe('ftyp');
      expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
    }
  });
});

describe('refusing a video', () => {
  it.each([
    ['without a token', '/api/video/1007.mp4', 401],
    ['with a forged token', '/api/video/1007.mp4?token=forged', 401],
    ['with a made-up ticket', `/api/video/1007.mp4?token=v1.1.${'A'.repeat(43)}`, 401],
    ['with a ticket of unusual spelling', `/api/video/1007.mp4?token=v1.01.${'A'.repeat(43)}`, 401],
    ['with two tokens', '/api/video/1007.mp4?token=a&token=b', 401],
    ['for a lesson that is none', '/api/video/1034.mp4', 404],
    ['for something that is no id', '/api/video/..%2F1007.mp4', 404],
    ['for an id in another spelling', '/api/video/01007.mp4', 404],
    ['for captions without a token', '/api/video/1007.captions.vtt', 401],
  ])('refuses a video %s', async (_, address, status) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await api.fetch(address, { method });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toMatch('application/problem+json');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('refuses a video to a customer without access, with a good token', async () => {
    const { token, headers } = await signIn(api.deps);
    for (const response of [
      await api.fetch(`/api/video/1007.mp4?token=${token}`),
      await api.fetch('/api/video/1007.mp4', { headers }),
      await api.fetch('/api/video/1007.chapters.vtt', { headers }),
    ]) {
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ id: 'no-access' });
    }
  });

  it('refuses a video to a ticket of another lesson', async () => {
    expect((await api.fetch(url.replace('1007', '1008'))).status).toBe(401);
  });

  it('refuses a video to a customer who has logged out, with an earlier ticket', async () => {
    const leaving = await signInWithPremium(api.deps);
    const ticket = await ticketFor(1001, leaving);
    expect((await api.fetch(ticket.url)).status).toBe(200);
    await api.deps.sessions.end(leaving.token);
    expect((await api.fetch(ticket.url)).status).toBe(401);
  });

  it('refuses a video to a customer whose access was revoked, with an earlier ticket', async () => {
    const { user, ...rest } = await signIn(api.deps);
    const entitlement = await grantPremium(api.deps, user.id);
    const ticket = await ticketFor(1001, { user, ...rest });
    await api.deps.db
      .getRepository(Entitlements)
      .update({ id: entitlement.id }, { revokedAt: api.deps.now() });
    expect((await api.fetch(ticket.url)).status).toBe(403);
  });

  it('refuses a video to a tab with an expired ticket, unless its session is live and has access', async () => {
    const sleeper = await signInWithPremium(api.deps);
    const stranger = await signIn(api.deps);
    const ticket = await ticketFor(1002, sleeper);
    const forged = ticket.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    api.advance(16 * 60_000);
    const status = async (headers: Readonly<Record<string, string>>, address = ticket.url) =>
      (await api.fetch(address, { method: 'HEAD', headers })).status;
    expect(await status({})).toBe(401);
    expect(await status(stranger.headers)).toBe(403);
    expect(await status({}, forged)).toBe(401);
    expect(await status(sleeper.headers)).toBe(200);
    await api.deps.sessions.end(sleeper.token);
    expect(await status(sleeper.headers)).toBe(401);
  });

  it('refuses methods other than GET and HEAD', async () => {
    expect((await api.fetch(url, { method: 'POST' })).status).toBe(405);
  });
});

describe('sending a video', () => {
  it('sends the whole video by ticket, by token and by cookie', async () => {
    for (const response of [
      await api.fetch(url),
      await api.fetch(`/api/video/1007.mp4?token=${customer.token}`),
      await api.fetch('/api/video/1007.mp4', { headers: { Cookie: `token=${customer.token}` } }),
    ]) {
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'accept-ranges': 'bytes',
        'content-length': String(clip.length),
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
      });
      expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
      expect((await bytes(response)).equals(clip)).toBe(true);
    }
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, clip.length],
    ['bytes=-50', clip.length - 50, clip.length],
    // RFC 9110, section 14.1.2: a longer suffix means the whole file.
    [`bytes=-${clip.length + 1}`, 0, clip.length],
    [`bytes=10-${clip.length * 2}`, 10, clip.length],
    ['bytes=0-0', 0, 1],
  ])('sends the part %s of a video', async (range, from, to) => {
    const response = await api.fetch(url, { headers: { Range: range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${clip.length}`);
    expect((await bytes(response)).equals(clip.subarray(from, to))).toBe(true);
  });

  it.each([`bytes=${clip.length}-`, 'bytes=-0'])(
    'responds with 416 and the size of the video to %s',
    async (range) => {
      const response = await api.fetch(url, { headers: { Range: range } });
      expect(response.status).toBe(416);
      expect(response.headers.get('content-range')).toBe(`bytes */${clip.length}`);
      expect(await response.json()).toMatchObject({ id: 'range-not-satisfiable' });
    },
  );

  it.each(['bytes=a-b', 'lines=1-2', 'bytes=5-1,7-3'])(
    'sends the whole video when the range is invalid: %s',
    async (range) => {
      const response = await api.fetch(url, { headers: { Range: range } });
      expect([200, 416]).toContain(response.status);
      await response.arrayBuffer();
    },
  );

  it('responds to HEAD without a body, with the same headers', async () => {
    const response = await api.fetch(url, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(clip.length)]);
    expect(await response.text()).toBe('');
  });

  it('sends a part only if the file is unchanged (If-Range)', async () => {
    const whole = await api.fetch(url, { method: 'HEAD' });
    const etag = whole.headers.get('etag') ?? '';
    const date = whole.headers.get('last-modified') ?? '';
    const later = new Date(Date.parse(date) + 86_400_000).toUTCString();
    const status = async (condition: string) => {
      const response = await api.fetch(url, { headers: { Range: 'bytes=0-9', 'If-Range': condition } });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await status(etag)).toBe(206);
    expect(await status(date)).toBe(206);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status('"another"')).toBe(200);
    expect(await status(later)).toBe(200);
  });

  it('responds with 304 to a client that has the video', async () => {
    const etag = (await api.fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const response = await api.fetch(url, {
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    expect([response.status, await response.text()]).toEqual([304, '']);
  });
});

describe('the log', () => {
  it('contains the video’s path but no token or ticket', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const logged = await startApi({ replace: () => ({ log }) });
    await logged.fetch(`/api/video/1007.mp4?token=secret-token`);
    await logged.fetch(`/api/video/1007.captions.vtt?token=v1.1.${'s'.repeat(43)}`);
    const text = lines.join('');
    expect(text).toContain('/api/video/1007.mp4');
    expect(text).not.toMatch(/secret-token|sss|token=/);
  });
});

describe('tracks', () => {
  it('are linked by the ticket: captions and chapters of the clip', async () => {
    const { captionsUrl, chaptersUrl, sample } = await ticketFor(1007, customer);
    expect(sample).toBe(true);
    const captions = await api.fetch(captionsUrl ?? '');
    expect(captions.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(await captions.text()).toMatch(
      /^WEBVTT\n\n00:00:00.000 --> 00:00:03.000\nChoosing and pairing a team\n/,
    );
    expect(await (await api.fetch(chaptersUrl ?? '')).text()).toContain('Point 2 of 3');
  });
});

describe('imported recordings', () => {
  const long = Buffer.alloc(8_000_000, 'isa');

  beforeAll(async () => {
    await mkdir(api.deps.env.mediaFolder, { recursive: true });
    await writeFile(path.join(api.deps.env.mediaFolder, '1020.mp4'), long);
    await changeContent(
      api.deps.db,
      'lesson',
      { courseVideoSrc: '/api/video/1020.mp4' },
      { itemIds: [1020] },
    );
  });

  it('replace the clip and do not get its captions', async () => {
    const ticket = await ticketFor(1020, customer);
    expect(ticket).toMatchObject({ captionsUrl: null, chaptersUrl: null, sample: false });
    expect((await api.fetch(ticket.url, { method: 'HEAD' })).headers.get('content-length')).toBe('8000000');
    const captions = await api.fetch(ticket.url.replace('.mp4', '.captions.vtt'));
    expect(captions.status).toBe(404);

    await writeFile(path.join(api.deps.env.mediaFolder, '1020.captions.vtt'), 'WEBVTT\n');
    const { captionsUrl } = await ticketFor(1020, customer);
    expect(await (await api.fetch(captionsUrl ?? '')).text()).toBe('WEBVTT\n');
  });

  it('get a new ETag when they are replaced', async () => {
    const { url: address } = await ticketFor(1020, customer);
    const before = (await api.fetch(address, { method: 'HEAD' })).headers.get('etag');
    await writeFile(path.join(api.deps.env.mediaFolder, '1020.mp4'), long.subarray(1));
    expect((await api.fetch(address, { method: 'HEAD' })).headers.get('etag')).not.toBe(before);
  });

  it('are closed and not counted any more when the client disconnects', async () => {
    const { url: address } = await ticketFor(1020, customer);
    for (let round = 0; round < 3; round += 1) {
      const responses = await Promise.all(Array.from({ length: 8 }, () => begin(`${api.url}${address}`)));
      expect(openFiles('1020.mp4')).toBeGreaterThan(0);
      expect((await api.fetch(address, { headers: { Range: 'bytes=0-1' } })).status).toBe(429);
      for (const response of responses) response.destroy();
      await until(() => openFiles('1020.mp4') === 0);
    }
    await until(async () => (await api.fetch(address, { method: 'HEAD' })).status === 200);
  });
});

/** A started download that is not read further. */
function begin(address: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(address, { agent: false }, (response) => {
      response.once('readable', () => resolve(response));
    }).on('error', reject);
  });
}

/** The number of open files of that name in this process. */
function openFiles(name: string): number {
  if (existsSync('/proc/self/fd')) {
    return readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).endsWith(name);
      } catch {
        return false;
      }
    }).length;
  }
  return execFileSync('lsof', ['-p', String(process.pid)], { encoding: 'utf8' }).split(name).length - 1;
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 20));
}
