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
    ['2023-03-20T23:59:59Z', false],
    ['2023-03-21T00:00:00Z', true],
    ['2023-01-01T00:00:00Z', false],
  ])('is past at %s: %s', (now, past) => {
    expect(upcomingRun(withRuns(['2023-02-20', '2023-03-20']), new Date(now))?.past).toBe(past);
  });

  it('is past from midnight in London, even in summer, and its page is valid until then', () => {
    const runs = withRuns(['2027-06-01', '2027-06-30']);
    const before = upcomingRun(runs, new Date('2027-06-30T22:59:59Z'));
    expect([before?.past, validUntil(before)]).toEqual([false, '2027-06-30T23:00:00.000Z']);
    const after = upcomingRun(runs, new Date('2027-06-30T23:00:00Z'));
    expect([after?.past, validUntil(after)]).toEqual([true, undefined]);
  });

  it('is the next of several, then the last, and missing without dates', () => {
    const several = withRuns(['2027-05-03', '2027-05-28'], ['2027-02-01', '2027-02-26']);
    const at = (now: string) => upcomingRun(several, new Date(now))?.from;
    expect(at('2027-01-01T00:00:00Z')).toBe('2027-02-01');
    expect(at('2027-02-10T00:00:00Z')).toBe('2027-02-01');
    expect(at('2027-03-01T00:00:00Z')).toBe('2027-05-03');
    expect(at('2028-01-01T00:00:00Z')).toBe('2027-05-03');
    expect(upcomingRun(withRuns(), new Date())).toBeUndefined();
  });
});
