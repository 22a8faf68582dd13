import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isLessonId } from '@isa/api-contract';
import { readMp4 } from './mp4';

const run = promisify(execFile);

/** The names of files: `1007.mp4`, `1007.trailer.mp4`, `1007.captions.vtt`, `1007.chapters.vtt`. */
const NAME = /^(\d{4})\.(?:trailer\.)?(?:mp4|captions\.vtt|chapters\.vtt)$/;

/** The captions of an hour have about 100 kB. */
const MAX_TRACK_BYTES = 1024 * 1024;

type Step = { readonly reason: string } | { readonly hint?: string };

/**
 * Copies recordings and tracks into the media folder. Each is checked and renamed into place, so that a
 * player never reads an incomplete file.
 * @throws Error when the folder cannot be read.
 */
export async function importMedia(source: string, mediaFolder: string) {
  await mkdir(mediaFolder, { recursive: true });
  const imported: string[] = [];
  const refused: { name: string; reason: string }[] = [];
  const hints: string[] = [];
  const names = await readdir(source).catch((cause: unknown) => {
    throw new Error(`The folder ${source} cannot be read.`, { cause });
  });
  for (const name of names.sort()) {
    if (name.startsWith('.')) continue;
    const step = await importFile(path.join(source, name), name, mediaFolder);
    if ('reason' in step) {
      refused.push({ name, reason: step.reason });
    } else {
      imported.push(name);
      if (step.hint) hints.push(`${name}: ${step.hint}`);
    }
  }
  return { imported, refused, hints };
}

/**
 * Imports one file, as several processes may do at once: the last one stays.
 * @param name as `NAME` has it. @param store receives the checked file first; if it fails, the former file stays.
 */
export async function importFile(
  source: string,
  name: string,
  mediaFolder: string,
  store?: (file: string) => Promise<void>,
): Promise<Step> {
  const [, id] = NAME.exec(name) ?? [];
  if (id === undefined) {
    return { reason: 'is not named like 1007.mp4, 1007.trailer.mp4, 1007.captions.vtt or 1007.chapters.vtt' };
  }
  if (!isLessonId(Number(id))) return { reason: `belongs to no lesson: ${id} does not exist` };
  // The office removes what a killed process leaves under such a name.
  const partial = path.join(mediaFolder, `.upload-${randomUUID()}`);
  try {
    const step = await (name.endsWith('.vtt')
      ? prepareTrack(source, partial)
      : prepareVideo(source, partial));
    if ('reason' in step) return step;
    await store?.(partial);
    await rename(partial, path.join(mediaFolder, name));
    return step;
  } finally {
    await rm(partial, { force: true });
  }
}

async function prepareTrack(source: string, target: string): Promise<Step> {
  if ((await stat(source)).size > MAX_TRACK_BYTES)
    return { reason: 'has more than 1 MB, so it is no WebVTT file' };
  const text = await readFile(source, 'utf8');
  if (!/^\uFEFF?WEBVTT(?=\s|$)/.test(text)) return { reason: 'is not WebVTT: its first line must be WEBVTT' };
  if (!text.includes('-->')) return { reason: 'contains no cue' };
  await copyFile(source, target);
  return {};
}

async function prepareVideo(source: string, target: string): Promise<Step> {
  const facts = await readMp4(source);
  if (!facts) return { reason: 'is not a complete MP4 file' };
  if (!facts.playable)
    return { reason: 'contains no H.264, VP9 or AV1 video, so many browsers cannot play it' };
  if (facts.fastStart) {
    await copyFile(source, target);
    return {};
  }
  try {
    const values = ['-c', 'copy', '-map', '0', '-movflags', '+faststart', '-f', 'mp4'];
    await run('ffmpeg', ['-v', 'error', '-y', '-i', source, ...values, target]);
    await chmod(target, (await stat(source)).mode);
    return {};
  } catch {
    // ffmpeg is not installed, or fails.
    await copyFile(source, target);
  }
  return {
    hint: 'its index is at the end, so playback starts late; with ffmpeg installed the import moves it to the front',
  };
}
