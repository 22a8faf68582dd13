import { makeLesson, makeProgress } from '../../testing/fixtures';
import { continueWith } from './continue-with';

const lessons = [1001, 1002, 1003, 1004].map((id) => makeLesson({ id, durationSeconds: 600 }));
const day = (number: number) => `2026-03-0${number}T10:00:00Z`;

function offer(...records: Parameters<typeof makeProgress>[0][]) {
  const found = continueWith(
    lessons,
    new Map(records.map(makeProgress).map((record) => [record.lessonId, record])),
  );
  return found && { id: found.lesson.id, how: found.how, seconds: found.seconds };
}

describe('the lesson to continue with', () => {
  it('is none when there are none or all are watched', () => {
    expect(continueWith([], new Map())).toBeUndefined();
    expect(offer(...lessons.map(({ id }) => ({ lessonId: id, watched: true })))).toBeUndefined();
  });

  it('ignores progress in lessons that are not the customer’s', () => {
    expect(offer({ lessonId: 1020, positionSeconds: 100 })).toEqual({ id: 1001, how: 'begin', seconds: 0 });
  });

  it('is the one that was left in the middle last', () => {
    expect(
      offer(
        { lessonId: 1001, positionSeconds: 100, updatedAt: day(1) },
        { lessonId: 1003, positionSeconds: 250, updatedAt: day(3) },
        { lessonId: 1002, watched: true, updatedAt: day(2) },
      ),
    ).toEqual({ id: 1003, how: 'resume', seconds: 250 });
  });

  it('is the next one after a finished one, not one that was skipped earlier', () => {
    expect(
      offer(
        { lessonId: 1001, positionSeconds: 100, updatedAt: day(1) },
        { lessonId: 1002, watched: true, updatedAt: day(2) },
      ),
    ).toEqual({ id: 1003, how: 'next', seconds: 0 });
  });

  it('turns to what was skipped after the last lesson', () => {
    expect(
      offer(
        { lessonId: 1002, positionSeconds: 100, updatedAt: day(1) },
        { lessonId: 1001, watched: true, updatedAt: day(1) },
        { lessonId: 1004, watched: true, updatedAt: day(2) },
      ),
    ).toEqual({ id: 1002, how: 'resume', seconds: 100 });
  });
});
