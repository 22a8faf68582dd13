import { lessons } from '../../lessons';
import { CLIP_SECONDS, clipScenes } from '../../lesson-scripts';
import { type Clip, clipArt } from './clip';
import { alongRoute, createTerrain } from './terrain';

const size = { width: 854, height: 480 };

describe('the terrain', () => {
  it('is always the same for one seed and different for another', () => {
    expect(createTerrain(1007, size)).toEqual(createTerrain(1007, size));
    expect(createTerrain(1007, size).route).not.toEqual(createTerrain(1008, size).route);
    expect(createTerrain(1007, size).contours).not.toEqual(createTerrain(1008, size).contours);
  });

  it.each([7, 1001, 1020, 1033])('has a route inside the picture, below the text: %i', (seed) => {
    for (const { x, y } of createTerrain(seed, size).route) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(size.width);
      expect(y).toBeGreaterThan(size.height * 0.56);
      expect(y).toBeLessThan(size.height * 0.9);
    }
  });

  it('limits positions on the route to its ends', () => {
    const { route } = createTerrain(1, size);
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

  it('escapes its text, uncovers it and removes it again', () => {
    expect(art.still).toContain('A &lt; B');
    expect(art.frame(0.1)).toContain('Tom &amp; &lt;Jerry>');
    expect(art.frame(0.1)).toContain('linear-gradient');
    expect(art.frame(1.5)).not.toContain('linear-gradient');
    expect(art.frame(3)).not.toContain('Tom');
  });

  it('shows its time with frames', () => {
    expect(art.frame(0)).toContain('>00:00:00:00<');
    expect(art.frame(3.875)).toContain('>00:00:03:07<');
  });

  it('has scenes without gaps, for every lesson', () => {
    for (const { id } of lessons) {
      const scenes = clipScenes(id);
      expect([0, ...scenes.map(({ to }) => to)]).toEqual([...scenes.map(({ from }) => from), CLIP_SECONDS]);
    }
    expect(() => clipScenes(1034)).toThrow(RangeError);
  });
});
