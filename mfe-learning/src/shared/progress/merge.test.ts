import { makeProgress } from '../../testing/fixtures';
import { isWatched, resumePosition, watchedShare, withConfirmed, withUnsent } from './merge';

describe('progress', () => {
  it('stays watched under an unsent position', () => {
    const confirmed = new Map([[1001, makeProgress({ positionSeconds: 500, watched: true })]]);
    const again = makeProgress({ positionSeconds: 20 });
    expect(withUnsent(confirmed, [again]).get(1001)).toMatchObject({ positionSeconds: 20, watched: true });
  });

  it('keeps the unsent position, even if the clocks of device and server differ', () => {
    const confirmed = new Map([
      [1001, makeProgress({ positionSeconds: 90, updatedAt: '2026-03-01T10:00:00Z' })],
    ]);
    for (const updatedAt of ['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
      const unsent = makeProgress({ positionSeconds: 40, updatedAt });
      expect(withUnsent(confirmed, [unsent]).get(1001)?.positionSeconds).toBe(40);
    }
  });

  it('has the later of two responses in any order, even if their times differ in precision', () => {
    const later = makeProgress({ positionSeconds: 40, updatedAt: '2026-03-01T10:00:00.500Z' });
    const earlier = makeProgress({ positionSeconds: 90, updatedAt: '2026-03-01T10:00:00Z' });
    for (const order of [
      [earlier, later],
      [later, earlier],
    ]) {
      expect(withConfirmed(new Map(), order).get(1001)?.positionSeconds).toBe(40);
    }
  });

  it('contains the lessons of both sides', () => {
    const all = withUnsent(new Map([[1001, makeProgress({})]]), [makeProgress({ lessonId: 1002 })]);
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
