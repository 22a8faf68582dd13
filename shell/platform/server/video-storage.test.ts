import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { serve } from '../../../api/testing/test-server';
import { findChromium } from '../../packages/node/programs';
import { root } from '../../packages/node/folders';
import { mediaOrigins } from './addresses';
import { securityHeaders } from './security-headers';

/** @returns how a browser plays a video that the API redirects to a storage. */
async function play(delivery: string): Promise<string> {
  const clip = await readFile(path.join(root, 'api/content/media/lessons/1001.mp4'));
  const storage = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(clip);
  });
  const { origin: storageOrigin } = await serve(storage);
  const origins = mediaOrigins({ VIDEO_DELIVERY: delivery, VIDEO_STORAGE_URL: `${storageOrigin}/videos/` });
  const headers = securityHeaders({ scriptOrigins: [], mediaOrigins: origins }).usual;
  const site = createServer(({ url }, response) => {
    if (url === '/video') {
      return void response.writeHead(302, { ...headers, location: `${storageOrigin}/videos/1` }).end();
    }
    response.writeHead(200, { ...headers, 'content-type': 'text/html' });
    response.end('<!doctype html><video src="/video" muted></video>');
  });
  const { origin: siteOrigin } = await serve(site);
  const found = findChromium(() => undefined);
  if ('missing' in found) throw new Error(found.missing);
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(siteOrigin);
    const state = await page.waitForFunction(() => {
      const video = document.querySelector('video');
      if (video?.error) return 'refused';
      return video && video.readyState >= video.HAVE_CURRENT_DATA ? 'playable' : '';
    });
    return await state.jsonValue();
  } finally {
    await browser.close();
  }
}

if (process.env['TEST_ALL']) {
  test('a browser plays videos of a storage with VIDEO_DELIVERY=s3', async () => {
    expect(await play('s3')).toBe('playable');
  });

  test('a browser plays videos of no other origin', async () => {
    expect(await play('nginx')).toBe('refused');
  });
} else {
  test('videos of a storage are in the policy with VIDEO_DELIVERY=s3 only', () => {
    const url = 'https://videos.example/lessons/';
    expect(mediaOrigins({ VIDEO_DELIVERY: 's3', VIDEO_STORAGE_URL: url })).toEqual([
      'https://videos.example',
    ]);
    expect(mediaOrigins({ VIDEO_DELIVERY: 'nginx', VIDEO_STORAGE_URL: url })).toEqual([]);
  });
}
