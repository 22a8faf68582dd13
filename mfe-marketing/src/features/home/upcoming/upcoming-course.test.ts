import { dottedDate, isPast, upcomingCourse } from './upcoming-course';

describe('the upcoming course', () => {
  it('has the specification’s dates in its notation', () => {
    expect([dottedDate(upcomingCourse.from), dottedDate(upcomingCourse.to)]).toEqual([
      '20.02.2023',
      '20.03.2023',
    ]);
  });

  it.each([
    ['2023-03-20T23:59:59Z', false],
    ['2023-03-21T00:00:00Z', true],
    ['2023-01-01T00:00:00Z', false],
  ])('is past at %s: %s', (now, past) => {
    expect(isPast({ to: '2023-03-20' }, new Date(now))).toBe(past);
  });
});
