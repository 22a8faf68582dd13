import { calls, type CallOutput } from '@isa/api-contract';
import { ApiError, type ApiErrorId } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { catalogue, makeProgress, makeTicket, premium } from './fixtures';

type Permission = CallOutput<'getUserPermissions'>;

export const offered = answer(calls.listLessons, () => catalogue);

/** The response of the permission check; a function may return another one each time, or throw. */
export function permission(message: Permission['message'] | (() => Permission['message'])) {
  return answer(calls.getUserPermissions, (): Permission => ({
    message: typeof message === 'function' ? message() : message,
  }));
}

/** A response that is an error. */
export const failing = (id: ApiErrorId, status?: number) => (): never => {
  throw new ApiError(id, `It failed with ${id}.`, status ? { status } : {});
};

export const unreachable = failing('network');

const progress = [1001, 1002, 1003, 1004, 1005, 1006]
  .map((lessonId) => makeProgress({ lessonId, watched: true }))
  .concat(makeProgress({ lessonId: 1007, positionSeconds: 8, updatedAt: '2026-03-02T10:00:00Z' }));

/** The responses of the remote on its own. @param member whether the customer has premium access. */
export function standaloneAnswers(member: boolean) {
  return [
    offered,
    permission(member ? 'granted' : 'not granted'),
    answer(calls.readLesson, ({ params }) => {
      const lesson = catalogue.lessons.find(({ id }) => id === Number(params.lessonId));
      if (!lesson) throw new ApiError('not-found', 'Not found.', { status: 404 });
      return { lesson, premium };
    }),
    answer(calls.coursesByUser, () => ({
      courses: member ? catalogue.lessons.map(({ id }) => ({ course_id: id })) : [],
    })),
    answer(calls.createVideoTicket, ({ body }) =>
      makeTicket({
        url: `/api/video/${body.lessonId}.mp4`,
        captionsUrl: '/api/video/captions.vtt',
        chaptersUrl: '/api/video/chapters.vtt',
      }),
    ),
    answer(calls.readProgress, () => ({ lessons: progress })),
    answer(calls.saveProgress, ({ params, body }) => ({
      progress: {
        lessonId: Number(params.lessonId),
        positionSeconds: body.positionSeconds,
        watched: body.watched ?? false,
        updatedAt: new Date().toISOString(),
      },
    })),
  ];
}
