import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { type Browser, chromium } from '@playwright/test';
import { type Clip, clipArt } from './clip';

const fonts = [
  ['Fraunces', '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'],
  ['JetBrains Mono', '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'],
] as const;

/** The browser that renders frames: the installed Chromium, else the one of the end-to-end tests. */
export function launchBrowser(): Promise<Browser> {
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  return chromium.launch({
    ...(installed ? { executablePath: installed } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}

/**
 * Renders every frame of a clip and encodes them as H.264. The index is at the beginning of the file, so that playback
 * starts during the download.
 * @param quality x264's constant rate factor: lower is better and larger.
 */
export async function renderClip(browser: Browser, clip: Clip, file: string, quality: number): Promise<void> {
  const encoder = ffmpeg([
    ...['-f', 'image2pipe', '-framerate', String(clip.framesPerSecond), '-c:v', 'png', '-i', '-'],
    ...['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', String(quality)],
    // Key frames take most of the bytes; one in nine seconds still seeks quickly.
    ...['-g', String(clip.framesPerSecond * 9), '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
    ...['-fflags', '+bitexact', '-map_metadata', '-1', file],
  ]);
  const { stdin } = encoder.process;
  const page = await openPage(browser, clip);
  for (let index = 0; index < clip.seconds * clip.framesPerSecond; index += 1) {
    await page.show(index / clip.framesPerSecond);
    const picture = await page.picture({ type: 'png' });
    // An encoder that has exited never drains.
    if (!stdin.write(picture)) await Promise.race([once(stdin, 'drain'), encoder.done]);
  }
  await page.close();
  stdin.end();
  await encoder.done;
}

/** One frame of a clip as a JPEG. */
export async function renderPoster(
  browser: Browser,
  clip: Clip,
  seconds: number,
  file: string,
): Promise<void> {
  const page = await openPage(browser, clip);
  await page.show(seconds);
  await page.picture({ path: file, type: 'jpeg', quality: 82 });
  await page.close();
}

async function openPage(browser: Browser, clip: Clip) {
  const art = clipArt(clip);
  const page = await browser.newPage({ viewport: clip.size });
  await page.setContent(`<!doctype html><style>${styles()}</style>${art.still}<main></main>`);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  return {
    show: (seconds: number) =>
      page.evaluate(
        `document.querySelector('main').innerHTML = ${JSON.stringify(art.frame(seconds))}; void 0`,
      ),
    picture: (options: Parameters<typeof page.screenshot>[0]) => page.screenshot(options),
    close: () => page.close(),
  };
}

function styles(): string {
  const faces = fonts.map(([family, path]) => {
    const data = readFileSync(require.resolve(path)).toString('base64');
    return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${data})}`;
  });
  return `${faces.join('')}
    html,body{margin:0;overflow:hidden;background:#0d1420}
    svg{position:absolute;inset:0}
    .mono{font-family:'JetBrains Mono';letter-spacing:.08em;text-transform:uppercase}
    .scene{position:absolute;inset:19% 9% 44%;display:flex;flex-direction:column;justify-content:center}
    .scene p{margin:0 0 .9em}
    .title{font-family:Fraunces;font-weight:560;line-height:1.24;text-wrap:balance}
    .title span{box-decoration-break:clone;padding:.02em .12em .06em;margin-left:-.12em}`;
}

interface Encoder {
  readonly process: ChildProcessByStdio<Writable, null, null>;
  readonly done: Promise<void>;
}

function ffmpeg(args: readonly string[]): Encoder {
  const process = spawn('ffmpeg', ['-y', '-v', 'error', ...args], { stdio: ['pipe', 'ignore', 'inherit'] });
  const done = new Promise<void>((resolve, reject) => {
    process.once('error', () => reject(new Error('ffmpeg is not installed. It is needed to make clips.')));
    process.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`ffmpeg exited with code ${String(code)}.`)),
    );
  });
  // A failed start is reported when `done` is awaited, not as an unhandled rejection before that.
  done.catch(() => undefined);
  process.stdin.on('error', () => undefined);
  return { process, done };
}
