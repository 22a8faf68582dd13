import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { clipScenes } from '../../../content/lesson-scripts';
import type { Deps } from '../../deps';
import { apiFolder } from '../../folders';
import { webVtt } from './web-vtt';

/** A recording on this machine's disk. */
export interface MediaFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: Date;
  /** Strong: a replaced file has another one, since imports never write into a file that is there. */
  readonly etag: string;
}

export type TrackKind = 'captions' | 'chapters';

const clipFolder = path.join(apiFolder, 'content/media/lessons');

/**
 * Finds what belongs to a lesson: an imported recording with its own tracks, else the project's clip, whose
 * tracks are made from the script that it was rendered from.
 */
export function createMediaLibrary({ env }: Pick<Deps, 'env'>) {
  const imported = (lessonId: number, ending: string) => path.join(env.mediaFolder, `${lessonId}${ending}`);

  async function video(lessonId: number): Promise<MediaFile | undefined> {
    return (
      (await describe(imported(lessonId, '.mp4'))) ??
      (await describe(path.join(clipFolder, `${lessonId}.mp4`)))
    );
  }

  /** The text of a track as WebVTT; `undefined` when the recording came without one. */
  async function track(lessonId: number, kind: TrackKind): Promise<string | undefined> {
    if (!(await describe(imported(lessonId, '.mp4')))) return clipTrack(lessonId, kind);
    return readFile(imported(lessonId, `.${kind}.vtt`), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  }

  return { video, track };
}

export type MediaLibrary = ReturnType<typeof createMediaLibrary>;

function clipTrack(lessonId: number, kind: TrackKind): string {
  const scenes = clipScenes(lessonId);
  return webVtt(kind === 'captions' ? scenes : scenes.map((scene) => ({ ...scene, text: scene.caption })));
}

async function describe(file: string): Promise<MediaFile | undefined> {
  try {
    const { size, mtime, ino } = await stat(file);
    const etag = `"${[size, mtime.getTime(), ino].map((part) => part.toString(36)).join('-')}"`;
    return { path: file, size, modifiedAt: mtime, etag };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
