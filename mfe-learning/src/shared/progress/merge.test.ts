import { makeProgress } from '../../testing/fixtures';
import { isWatched, merged, mergedAll, resumePosition, watchedShare } from './merge';

describe('progress', () => {
  it('stays watched after a merge', () => {
    const watched = makeProgress({ positionSeconds: 500, watched: true });
    const again = makeProgress({ positionSeconds: 20, updatedAt: '2026-03-02T10:00:00Z' });
    for (const both of [merged(watched, again), merged(again, watched)]) {
      expect(both).toMatchObject({ positionSeconds: 20, watched: true });
    }
  });

  it('has the newer position, even if the timestamps differ in precision', () => {
    const phone = makeProgress({ positionSeconds: 40, updatedAt: '2026-03-01T10:00:00.500Z' });
    const desk = makeProgress({ positionSeconds: 90, updatedAt: '2026-03-01T10:00:00Z' });
    expect(merged(desk, phone).positionSeconds).toBe(40);
    expect(merged(phone, desk).positionSeconds).toBe(40);
  });

  it('contains the lessons of both sides', () => {
    const all = mergedAll(new Map([[1001, makeProgress({})]]), [
      makeProgress({ lessonId: 1002, positionSeconds: 7 }),
    ]);
    expect([...all.keys()]).toEqual([1001, 1002]);
  });

  it('resumes at 0 when missing, hardly started or almost finished', () => {
    expect(resumePosition(undefined, 600)).toBe(0);
    expect(resumePosition(makeProgress({ positionSeconds: 2 }), 600)).toBe(0);
    expect(resumePosition(makeProgress({ positionSeconds: 590 }), 600)).toBe(0);
    expect(resumePosition(makeProgress({ positionSeconds: 300 }), 600)).toBe(300);
  });

  it('is not watched before the duration is available', () => {
    expect(isWatched(10, 0)).toBe(false);
    expect(isWatched(10, Number.NaN)).toBe(false);
    expect(isWatched(95, 100)).toBe(true);
  });

  it('has a watched share from 0 to 1', () => {
    expect(watchedShare(undefined, 100)).toBe(0);
    expect(watchedShare(makeProgress({ positionSeconds: 25 }), 100)).toBe(0.25);
    expect(watchedShare(makeProgress({ positionSeconds: 300 }), 100)).toBe(1);
    expect(watchedShare(makeProgress({ positionSeconds: 0, watched: true }), 100)).toBe(1);
  });
});
