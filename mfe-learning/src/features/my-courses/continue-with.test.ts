import { summarise } from '../../shared/lessons';
import { makeLesson, makeProgress } from '../../testing/fixtures';
import { continueWith } from './continue-card';

const lessons = [1001, 1002, 1003, 1004].map((id) => summarise(makeLesson({ id, durationSeconds: 600 })));
const day = (number: number) => `2026-03-0${number}T10:00:00Z`;

function continuation(...records: Parameters<typeof makeProgress>[0][]) {
  const found = continueWith(
    lessons,
    new Map(records.map(makeProgress).map((record) => [record.lessonId, record])),
  );
  return found && { id: found.lesson.id, kind: found.kind, seconds: found.seconds };
}

describe('the lesson to continue with', () => {
  it('is undefined without lessons or when all are watched', () => {
    expect(continueWith([], new Map())).toBeUndefined();
    expect(continuation(...lessons.map(({ id }) => ({ lessonId: id, watched: true })))).toBeUndefined();
  });

  it('ignores progress in lessons that were not purchased', () => {
    expect(continuation({ lessonId: 1020, positionSeconds: 100 })).toEqual({
      id: 1001,
      kind: 'start',
      seconds: 0,
    });
  });

  it('is the unfinished lesson that was played last', () => {
    expect(
      continuation(
        { lessonId: 1001, positionSeconds: 100, updatedAt: day(1) },
        { lessonId: 1003, positionSeconds: 250, updatedAt: day(3) },
        { lessonId: 1002, watched: true, updatedAt: day(2) },
      ),
    ).toEqual({ id: 1003, kind: 'resume', seconds: 250 });
  });

  it('is the next lesson after a finished one, not one that was skipped earlier', () => {
    expect(
      continuation(
        { lessonId: 1001, positionSeconds: 100, updatedAt: day(1) },
        { lessonId: 1002, watched: true, updatedAt: day(2) },
      ),
    ).toEqual({ id: 1003, kind: 'next', seconds: 0 });
  });

  it('is a skipped lesson after the last one', () => {
    expect(
      continuation(
        { lessonId: 1002, positionSeconds: 100, updatedAt: day(1) },
        { lessonId: 1001, watched: true, updatedAt: day(1) },
        { lessonId: 1004, watched: true, updatedAt: day(2) },
      ),
    ).toEqual({ id: 1002, kind: 'resume', seconds: 100 });
  });
});
