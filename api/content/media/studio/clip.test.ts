import { lessons } from '../../lessons';
import { CLIP_SECONDS, clipScenes } from '../../lesson-scripts';
import { type Clip, clipArt } from './clip';
import { alongRoute, groundOf } from './ground';

const size = { width: 854, height: 480 };

describe('the ground', () => {
  it('is the same for a seed each time and another one for another', () => {
    expect(groundOf(1007, size)).toEqual(groundOf(1007, size));
    expect(groundOf(1007, size).route).not.toEqual(groundOf(1008, size).route);
    expect(groundOf(1007, size).contours).not.toEqual(groundOf(1008, size).contours);
  });

  it.each([7, 1001, 1020, 1033])('has a route that stays in the picture, below the words: %i', (seed) => {
    for (const { x, y } of groundOf(seed, size).route) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(size.width);
      expect(y).toBeGreaterThan(size.height * 0.56);
      expect(y).toBeLessThan(size.height * 0.9);
    }
  });

  it('is walked from A to B, never beyond', () => {
    const { route } = groundOf(1, size);
    expect(alongRoute(route, -1).at).toEqual(route[0]);
    const end = alongRoute(route, 2).at;
    expect(end.x).toBeCloseTo(route.at(-1)?.x ?? NaN);
    expect(end.y).toBeCloseTo(route.at(-1)?.y ?? NaN);
    expect(alongRoute(route, 0.5).at.x).toBeGreaterThan(alongRoute(route, 0.25).at.x);
  });
});

describe('a clip', () => {
  const clip: Clip = {
    seed: 1,
    size,
    framesPerSecond: 8,
    seconds: 4,
    corners: { topLeft: 'A < B', bottomLeft: '', bottomRight: '' },
    scenes: [{ from: 0, to: 2, caption: 'One', text: 'Tom & <Jerry>', textSize: 0.05 }],
  };
  const art = clipArt(clip);

  it('shows its words as text, uncovers them, and takes them away', () => {
    expect(art.still).toContain('A &lt; B');
    expect(art.frame(0.1)).toContain('Tom &amp; &lt;Jerry>');
    expect(art.frame(0.1)).toContain('linear-gradient');
    expect(art.frame(1.5)).not.toContain('linear-gradient');
    expect(art.frame(3)).not.toContain('Tom');
  });

  it('counts its time in frames', () => {
    expect(art.frame(0)).toContain('>00:00:00:00<');
    expect(art.frame(3.875)).toContain('>00:00:03:07<');
  });

  it('has scenes that follow each other without a gap, for every lesson', () => {
    for (const { id } of lessons) {
      const scenes = clipScenes(id);
      expect([0, ...scenes.map(({ to }) => to)]).toEqual([...scenes.map(({ from }) => from), CLIP_SECONDS]);
    }
    expect(() => clipScenes(1034)).toThrow(RangeError);
  });
});
