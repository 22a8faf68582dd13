import { courses } from '../testing/fixtures';
import { dottedDate, upcomingRun, validUntil } from './upcoming-run';

const [first] = courses;
const withRuns = (...runs: readonly (readonly [string, string])[]) =>
  courses.map((course) => ({
    ...course,
    runs: course === first ? runs.map(([from, to]) => ({ from, to })) : [],
  }));

describe('the upcoming run', () => {
  it('has the specification’s dates in its notation', () => {
    const run = upcomingRun(courses, new Date('2026-01-01T00:00:00Z'));
    expect([run?.from, run?.to].map((date) => dottedDate(date ?? ''))).toEqual(['20.02.2023', '20.03.2023']);
  });

  it.each([
    ['2027-01-01T00:00:00Z', 'upcoming', '2027-02-20T00:00:00.000Z'],
    ['2027-02-19T23:59:59Z', 'upcoming', '2027-02-20T00:00:00.000Z'],
    ['2027-02-20T00:00:00Z', 'under-way', '2027-06-30T23:00:00.000Z'],
    ['2027-06-30T22:59:59Z', 'under-way', '2027-06-30T23:00:00.000Z'],
    ['2027-06-30T23:00:00Z', 'past', undefined],
  ])('by midnight in London: at %s it is %s, and its page is valid until %s', (now, status, until) => {
    const run = upcomingRun(withRuns(['2027-02-20', '2027-06-30']), new Date(now));
    expect([run?.status, validUntil(run)]).toEqual([status, until]);
  });

  it('is the next of several that has not begun, then the one under way, then the last', () => {
    const several = withRuns(['2027-05-03', '2027-05-28'], ['2027-02-01', '2027-02-26']);
    const at = (now: string) => upcomingRun(several, new Date(now))?.from;
    expect(at('2027-01-01T00:00:00Z')).toBe('2027-02-01');
    expect(at('2027-02-10T00:00:00Z')).toBe('2027-05-03');
    expect(at('2027-05-10T00:00:00Z')).toBe('2027-05-03');
    expect(at('2028-01-01T00:00:00Z')).toBe('2027-05-03');
  });

  it('is missing without dates', () => {
    expect(upcomingRun(withRuns(), new Date())).toBeUndefined();
  });
});
