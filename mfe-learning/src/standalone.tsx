import { calls } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { answer, fakeHost, renderStandalone } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import remote from './remote';
import { offered, permission } from './testing/answers';
import { catalogue, makeProgress, makeTicket, premium } from './testing/fixtures';

/** `?as=visitor`, `?as=customer` (nothing purchased) or `?as=member` (default) chooses the user. */
const as = new URLSearchParams(window.location.search).get('as') ?? 'member';
const member = as === 'member';

const progress = [1001, 1002, 1003, 1004, 1005, 1006]
  .map((lessonId) => makeProgress({ lessonId, watched: true }))
  .concat(makeProgress({ lessonId: 1007, positionSeconds: 8, updatedAt: '2026-03-02T10:00:00Z' }));

const host = fakeHost({
  session: as === 'visitor' ? { status: 'out' } : { status: 'in', name: 'Sam Reed' },
  answers: [
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
        updatedAt: body.at,
      },
    })),
  ],
});

renderStandalone(remote, host, <GlobalStyle />);
