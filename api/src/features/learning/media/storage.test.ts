import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../../testing/api';
import { changeContent } from '../../../../testing/content';
import { signIn, signInWithPremium } from '../../../../testing/factories';
import { ConfigurationError, readEnv } from '../../../platform/env';
import { presign } from './presign';

it('presigns as in Amazon’s published example', async () => {
  jest.useFakeTimers({ now: new Date('2013-05-24T00:00:00Z'), doNotFake: ['nextTick', 'setImmediate'] });
  // "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)", with its example credentials.
  const address = await presign(
    {
      url: 'https://examplebucket.s3.amazonaws.com/',
      region: 'us-east-1',
      keyId: 'AKIAIOSFODNN7EXAMPLE',
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    'test.txt',
    { method: 'GET', seconds: 86_400 },
  );
  jest.useRealTimers();
  expect(new URL(address).searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

describe('the configuration', () => {
  const storage = {
    VIDEO_DELIVERY: 's3',
    VIDEO_STORAGE_URL: 'https://s3.example.org/videos',
    VIDEO_STORAGE_KEY_ID: 'id',
    VIDEO_STORAGE_SECRET: 'a secret',
    APP_SECRET: 'x'.repeat(32),
  };

  it.each(['VIDEO_STORAGE_URL', 'VIDEO_STORAGE_KEY_ID', 'VIDEO_STORAGE_SECRET'])('needs %s', (name) => {
    expect(() => readEnv({ ...storage, [name]: '' })).toThrow(ConfigurationError);
  });

  it('rejects an unknown way of delivery', () => {
    expect(() => readEnv({ ...storage, VIDEO_DELIVERY: 'ftp' })).toThrow(/VIDEO_DELIVERY/);
    expect(readEnv(storage).delivery).toMatchObject({ storage: { url: 'https://s3.example.org/videos/' } });
  });
});

describe('videos from a storage', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({
      seeded: true,
      env: {
        VIDEO_DELIVERY: 's3',
        VIDEO_STORAGE_URL: 'https://s3.example.org/videos/lessons',
        VIDEO_STORAGE_KEY_ID: 'id',
        VIDEO_STORAGE_SECRET: 'a secret',
      },
    });
    await changeContent(
      api.deps.db,
      'lesson',
      { courseVideoSrc: '/api/video/1007.mp4' },
      { itemIds: [1007] },
    );
  });

  it('are redirected to a URL that is presigned for this request and not cached', async () => {
    const { token } = await signInWithPremium(api.deps);
    const signatures = await Promise.all(
      ['GET', 'HEAD'].map(async (method) => {
        const response = await api.fetch(`/api/video/1007.mp4?token=${token}`, { method });
        expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store']);
        const address = new URL(response.headers.get('location') ?? '');
        expect(address.origin + address.pathname).toBe('https://s3.example.org/videos/lessons/1007.mp4');
        expect(address.href).not.toContain(token);
        expect(address.searchParams.get('X-Amz-Expires')).toBe('900');
        return address.searchParams.get('X-Amz-Signature');
      }),
    );
    expect(signatures[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(signatures[0]).not.toBe(signatures[1]);
  });

  it('are not presigned without access', async () => {
    const { token } = await signIn(api.deps);
    const response = await api.fetch(`/api/video/1007.mp4?token=${token}`);
    expect([response.status, response.headers.get('location')]).toEqual([403, null]);
  });

  it('are replaced by the clip, which this process sends, while the lesson is being filmed', async () => {
    const customer = await signInWithPremium(api.deps);
    const { body } = await api.call(calls.createVideoTicket, { body: { lessonId: 1008 } }, customer);
    expect(body.sample).toBe(true);
    const response = await api.fetch(body.url, { redirect: 'manual' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  });

  it('have the tracks of the media folder and never those of a clip', async () => {
    const customer = await signInWithPremium(api.deps);
    const ask = async () =>
      (await api.call(calls.createVideoTicket, { body: { lessonId: 1007 } }, customer)).body;
    expect(await ask()).toMatchObject({ captionsUrl: null, chaptersUrl: null, sample: false });
    await mkdir(api.deps.env.mediaFolder, { recursive: true });
    await writeFile(path.join(api.deps.env.mediaFolder, '1007.captions.vtt'), 'WEBVTT\n');
    const { captionsUrl } = await ask();
    expect(await (await api.fetch(captionsUrl ?? '')).text()).toBe('WEBVTT\n');
  });
});
