import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Lesson } from '@isa/api-contract';
import { apiFolder } from '../../../platform/folders';
import { readMp4 } from './mp4';

export interface MediaFile {
  readonly origin: 'imported' | 'clip';
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: Date;
  /** A replaced file has another tag, because imports never overwrite in place. */
  readonly etag: string;
}

export type TrackKind = 'captions' | 'chapters';

export const clipFolder = path.join(apiFolder, 'content/media/lessons');

/** Finds imported recordings, else clips. @param clipsAllowed false when recordings are stored elsewhere. */
export function createMediaLibrary(mediaFolder: string, clipsAllowed: boolean) {
  const imported = (lessonId: number, ending: string) => path.join(mediaFolder, `${lessonId}${ending}`);

  async function video(lessonId: number): Promise<MediaFile | undefined> {
    return (
      (await findFile(imported(lessonId, '.mp4'), 'imported')) ??
      (await findFile(path.join(clipFolder, `${lessonId}.mp4`), 'clip'))
    );
  }

  /** Finds the imported trailer; without a recording, the clip, which everybody may watch. */
  async function trailer(lessonId: number): Promise<MediaFile | undefined> {
    const own = await findFile(imported(lessonId, '.trailer.mp4'), 'imported');
    if (own) return own;
    const file = await video(lessonId);
    return file?.origin === 'clip' ? file : undefined;
  }

  /** The text of a track as WebVTT; `undefined` when the recording has none. */
  async function track(lessonId: number, kind: TrackKind): Promise<string | undefined> {
    const own = await readText(imported(lessonId, `.${kind}.vtt`));
    if (own !== undefined) return own;
    const clip = clipsAllowed && (await video(lessonId))?.origin === 'clip';
    return clip ? readText(path.join(clipFolder, `${lessonId}.${kind}.vtt`)) : undefined;
  }

  /** The lessons with the address and length of their imported recordings, and the address of a trailer or sample. */
  function withMedia(lessons: readonly Lesson[]): Promise<Lesson[]> {
    return Promise.all(
      lessons.map(async (lesson) => {
        const [file, preview] = await Promise.all([video(lesson.id), trailer(lesson.id)]);
        const facts = file?.origin === 'imported' ? await readMp4(file.path) : undefined;
        return {
          ...lesson,
          ...(facts && {
            durationSeconds: Math.round(facts.durationSeconds),
            courseVideoSrc: `/api/video/${lesson.id}.mp4`,
          }),
          ...(preview && { trailerVideoSrc: `/api/trailers/${lesson.id}.mp4` }),
        };
      }),
    );
  }

  return { video, trailer, track, withMedia };
}

export type MediaLibrary = ReturnType<typeof createMediaLibrary>;

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function findFile(file: string, origin: MediaFile['origin']): Promise<MediaFile | undefined> {
  try {
    const { size, mtime, ino } = await stat(file);
    const etag = `"${[size, mtime.getTime(), ino].map((part) => part.toString(36)).join('-')}"`;
    return { origin, path: file, size, modifiedAt: mtime, etag };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
