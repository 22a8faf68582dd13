import { FIRST_LESSON_ID, isLessonId, isRecorded } from '@isa/api-contract';
import { z } from 'zod';
import { contentOf, currentVersions } from '../../database/content';
import type { AccountDeps } from '../../features/accounts/deps';
import { importFile } from '../../features/learning/media/import';
import type { MediaLibrary } from '../../features/learning/media/library';
import { readMp4 } from '../../features/learning/media/mp4';
import { sendFile } from '../../features/learning/media/send-file';
import { storeVideo } from '../../features/learning/media/presign';
import type { ApiRouter } from '../../http/context';
import { select } from '../../http/form-fields';
import { html, type Html } from '../../http/html';
import { invalidField, ProblemError, required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { htmlTable } from '../../staff-pages/layout';
import { addForm, formElement, idOf, type OfficeContext } from '../forms';
import type { OfficeSession } from '../office-session';
import { UPLOAD_EXPIRED, uploadField } from '../uploads/upload-field';
import type { Uploads } from '../uploads/uploads';
import { lessonFilesPath } from './editors';
import { saveContent } from './save-content';

const ENDINGS = {
  recording: '.mp4',
  trailer: '.trailer.mp4',
  captions: '.captions.vtt',
  chapters: '.chapters.vtt',
} as const;
type FileKind = keyof typeof ENDINGS;

const KINDS: Readonly<Record<FileKind, string>> = {
  recording: 'Recording',
  trailer: 'Trailer',
  captions: 'Captions',
  chapters: 'Chapters',
};

interface Tools {
  readonly library: MediaLibrary;
  readonly uploads: Uploads;
}

/** The files of a lesson: what there is, how it looks, and uploading another one. */
export function addLessonFiles(
  router: ApiRouter,
  session: OfficeSession,
  { db, env, log, now }: AccountDeps,
  { library, uploads }: Tools,
): void {
  const lessonIdOf = (ctx: OfficeContext) => {
    const id = idOf(ctx);
    if (!isLessonId(id)) throw new ProblemError('not-found');
    return id;
  };

  async function currentOf(id: number) {
    const [version] = await currentVersions(db, 'lesson', [id]);
    return required(version);
  }

  /** A recording that staff watch before customers do. */
  for (const kind of ['recording', 'trailer'] as const) {
    router.get(`${lessonFilesPath(':id')}/${kind}`, async (ctx: OfficeContext) => {
      const id = lessonIdOf(ctx);
      const file = await (kind === 'recording' ? library.video(id) : library.trailer(id));
      await sendFile(ctx, required(file?.origin === 'imported' ? file : undefined));
    });
  }

  /**
   * Length and address of a recording belong to the lesson's text. The last one to save has read the file in place. Only
   * a recording publishes a lesson that is being filmed.
   */
  async function saveFacts(id: number, kind: FileKind, by: number): Promise<void> {
    const version = await currentOf(id);
    const lesson = contentOf('lesson', version);
    const [found] = await library.withMedia([lesson]);
    if (!found) return;
    const content = kind === 'recording' ? found : { ...lesson, trailerVideoSrc: found.trailerVideoSrc };
    const save = { kind: 'lesson', itemId: id, content, base: version.version, by, at: now() } as const;
    await saveContent(db, save).catch((error: unknown) => {
      if (error instanceof ProblemError && error.id === 'changed-meanwhile') return saveFacts(id, kind, by);
      throw error;
    });
  }

  async function send(...video: Parameters<typeof storeVideo>): Promise<void> {
    try {
      await storeVideo(...video);
    } catch (error) {
      log.error({ err: error }, 'A recording could not be sent to the storage of videos.');
      throw invalidField(
        'upload',
        'The storage of videos has not accepted the file, so nothing has changed. Please try again.',
      );
    }
  }

  async function row(id: number, kind: FileKind): Promise<readonly (string | Html)[]> {
    if (kind === 'captions' || kind === 'chapters') {
      const text = await library.ownTrack(id, kind);
      return [
        KINDS[kind],
        text === undefined ? 'none' : html`<pre class="preview">${text.slice(0, 400)}</pre>`,
      ];
    }
    const file = await (kind === 'recording' ? library.video(id) : library.trailer(id));
    if (file?.origin !== 'imported')
      return [KINDS[kind], kind === 'recording' ? 'none; customers see a sample' : 'none'];
    const facts = await readMp4(file.path);
    return [
      KINDS[kind],
      html`${lengthText(facts?.durationSeconds ?? 0)}, ${Math.ceil(file.size / 1e6)} MB
        ${facts?.fastStart === false && html`<br />Its index is at its end, so it starts late.`}
        <video
          class="preview"
          controls
          preload="metadata"
          src="${lessonFilesPath(id)}/${kind}"
          aria-label="${KINDS[kind]}"
        ></video>`,
    ];
  }

  addForm(router, lessonFilesPath(':id'), session, {
    async load(ctx) {
      const id = lessonIdOf(ctx);
      const lesson = contentOf('lesson', await currentOf(id));
      const rows = await Promise.all(
        (['recording', 'trailer', 'captions', 'chapters'] as const).map((kind) => row(id, kind)),
      );
      return { id, lesson, rows };
    },
    schema: z.object({
      kind: z.enum(['recording', 'trailer', 'captions', 'chapters']),
      upload: z.string().min(1, 'Choose a file.'),
    }),
    page: ({ id, lesson, rows }, form) => ({
      title: `Files of lesson ${id - FIRST_LESSON_ID + 1}`,
      back: [`/catalogue/lesson/${id}`, lesson.title],
      body: html`${htmlTable(['File', 'In use'], rows)}
        <h2>Upload a file</h2>
        ${
          !isRecorded(lesson) &&
          html`<p class="quiet">
            Customers can watch the lesson as soon as its recording has arrived. With the first recording,
            premium access is no longer a pre-order.
          </p>`
        }
        ${formElement(
          form,
          'Upload',
          html`${select(form, { name: 'kind', label: 'What it is', options: KINDS })}
          ${uploadField(form, {
            label: 'File',
            accept: 'video/mp4,.mp4,text/vtt,.vtt',
            kind: 'file',
            hint: 'An MP4 file of at most 4 GB with H.264, VP9 or AV1 video, or captions and chapters as WebVTT. A recording of another length resets its viewers’ progress.',
          })}`,
        )}`,
    }),
    async submit({ id }, { kind, upload }, ctx) {
      const file = await uploads.find(upload);
      if (file === undefined) throw invalidField('upload', UPLOAD_EXPIRED);
      const storage = kind === 'recording' && env.delivery.by === 's3' ? env.delivery.storage : undefined;
      const store = storage && ((path: string) => send(storage, `${id}.mp4`, path));
      const step = await importFile(file, `${id}${ENDINGS[kind]}`, env.mediaFolder, store);
      if ('reason' in step) throw invalidField('upload', `The file ${step.reason}.`);
      await saveFacts(id, kind, visitorOf(ctx).userId);
      return lessonFilesPath(id);
    },
  });
}

function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
