import { makeProgress } from '../../testing/fixtures';
import { isWatched, merged, mergedAll, resumePosition, share } from './merge';

describe('progress', () => {
  it('never takes back that a lesson was watched', () => {
    const watched = makeProgress({ positionSeconds: 500, watched: true });
    const again = makeProgress({ positionSeconds: 20, updatedAt: '2026-03-02T10:00:00Z' });
    for (const both of [merged(watched, again), merged(again, watched)]) {
      expect(both).toMatchObject({ positionSeconds: 20, watched: true });
    }
  });

  it('goes by the newer position, whatever the precision of its time', () => {
    const phone = makeProgress({ positionSeconds: 40, updatedAt: '2026-03-01T10:00:00.500Z' });
    const desk = makeProgress({ positionSeconds: 90, updatedAt: '2026-03-01T10:00:00Z' });
    expect(merged(desk, phone).positionSeconds).toBe(40);
    expect(merged(phone, desk).positionSeconds).toBe(40);
  });

  it('keeps lessons that only one side knows', () => {
    const all = mergedAll(new Map([[1001, makeProgress({})]]), [
      makeProgress({ lessonId: 1002, positionSeconds: 7 }),
    ]);
    expect([...all.keys()]).toEqual([1001, 1002]);
  });

  it('starts over when hardly begun, unknown or as good as finished', () => {
    expect(resumePosition(undefined, 600)).toBe(0);
    expect(resumePosition(makeProgress({ positionSeconds: 2 }), 600)).toBe(0);
    expect(resumePosition(makeProgress({ positionSeconds: 590 }), 600)).toBe(0);
    expect(resumePosition(makeProgress({ positionSeconds: 300 }), 600)).toBe(300);
  });

  it('knows no end before the length is known', () => {
    expect(isWatched(10, 0)).toBe(false);
    expect(isWatched(10, Number.NaN)).toBe(false);
    expect(isWatched(95, 100)).toBe(true);
  });

  it('is a share between nothing and all', () => {
    expect(share(undefined, 100)).toBe(0);
    expect(share(makeProgress({ positionSeconds: 25 }), 100)).toBe(0.25);
    expect(share(makeProgress({ positionSeconds: 300 }), 100)).toBe(1);
    expect(share(makeProgress({ positionSeconds: 0, watched: true }), 100)).toBe(1);
  });
});
