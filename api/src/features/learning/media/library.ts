import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRecorded, type Lesson } from '@isa/api-contract';
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

/** Finds imported recordings, else clips. @param isElsewhere whether recordings are stored in a bucket. */
export function createMediaLibrary(mediaFolder: string, isElsewhere: boolean) {
  const imported = (lessonId: number, ending: string) => path.join(mediaFolder, `${lessonId}${ending}`);
  const clip = (lessonId: number) => findFile(path.join(clipFolder, `${lessonId}.mp4`), 'clip');

  async function video(lessonId: number): Promise<MediaFile | undefined> {
    return (await findFile(imported(lessonId, '.mp4'), 'imported')) ?? clip(lessonId);
  }

  /** What customers watch. A lesson that is being filmed has its clip, even if there is a recording. */
  function shown(lesson: Lesson): Promise<MediaFile | undefined> {
    return isRecorded(lesson) ? video(lesson.id) : clip(lesson.id);
  }

  /** Finds the imported trailer; without a recording, the clip, which every visitor may watch. */
  async function trailer(lessonId: number): Promise<MediaFile | undefined> {
    const own = await findFile(imported(lessonId, '.trailer.mp4'), 'imported');
    if (own) return own;
    const file = await video(lessonId);
    return file?.origin === 'clip' ? file : undefined;
  }

  function ownTrack(lessonId: number, kind: TrackKind): Promise<string | undefined> {
    return readFile(imported(lessonId, `.${kind}.vtt`), 'utf8').catch(ignoreMissing);
  }

  /** The text of a track of what customers watch, as WebVTT; `undefined` when there is none. */
  async function track(lesson: Lesson, kind: TrackKind): Promise<string | undefined> {
    const own = isRecorded(lesson) ? await ownTrack(lesson.id, kind) : undefined;
    if (own !== undefined) return own;
    const isClip = (await shown(lesson))?.origin === 'clip' && !(isRecorded(lesson) && isElsewhere);
    const file = path.join(clipFolder, `${lesson.id}.${kind}.vtt`);
    return isClip ? readFile(file, 'utf8').catch(ignoreMissing) : undefined;
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

  return { video, shown, trailer, track, ownTrack, withMedia };
}

export type MediaLibrary = ReturnType<typeof createMediaLibrary>;

async function findFile(file: string, origin: MediaFile['origin']): Promise<MediaFile | undefined> {
  const found = await stat(file).catch(ignoreMissing);
  if (!found) return undefined;
  const { size, mtime, ino } = found;
  const etag = `"${[size, mtime.getTime(), ino].map((part) => part.toString(36)).join('-')}"`;
  return { origin, path: file, size, modifiedAt: mtime, etag };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
