export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Terrain {
  /** SVG path data, one entry for each height; every fifth is an index contour. */
  readonly contours: readonly string[];
  readonly route: readonly Point[];
}

const STEP = 10;
const LEVELS = 10;
const HILLS = 14;

/** An imaginary map for each clip: contour lines and a route. The same seed always creates the same map. */
export function createTerrain(seed: number, size: Size): Terrain {
  const random = randomNumbers(seed);
  const hills = Array.from({ length: HILLS }, () => ({
    x: random() * size.width,
    y: random() * size.height,
    spread: (0.05 + random() * 0.11) * size.width,
    height: 0.5 + random(),
  }));
  const heightAt = ({ x, y }: Point) =>
    hills.reduce(
      (sum, hill) =>
        sum + hill.height * Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / (2 * hill.spread ** 2)),
      0,
    );
  // Every level uses the heights at all corners of the grid, so they are calculated once.
  const heights = new Map<number, number>();
  for (let y = 0; y <= size.height + STEP; y += STEP) {
    for (let x = 0; x <= size.width + STEP; x += STEP) heights.set(key(x, y), heightAt({ x, y }));
  }
  const contours = Array.from({ length: LEVELS }, (_, index) => contour(heights, 0.15 + index * 0.2, size));
  return { contours, route: routeAcross(random, size) };
}

function key(x: number, y: number): number {
  return y * 10_000 + x;
}

/** The contour line of one height as many short strokes, by marching squares. */
function contour(heights: ReadonlyMap<number, number>, level: number, { width, height }: Size): string {
  const strokes: string[] = [];
  for (let y = 0; y < height; y += STEP) {
    for (let x = 0; x < width; x += STEP) {
      const z = (right: number, down: number) => (heights.get(key(x + right, y + down)) ?? 0) - level;
      const [a, b, c, d] = [z(0, 0), z(STEP, 0), z(STEP, STEP), z(0, STEP)];
      // Most squares are wholly above or wholly below.
      if (a > 0 === b > 0 && b > 0 === c > 0 && c > 0 === d > 0) continue;
      const corners = [
        { x, y, z: a },
        { x: x + STEP, y, z: b },
        { x: x + STEP, y: y + STEP, z: c },
        { x, y: y + STEP, z: d },
      ];
      const crossings = corners.flatMap((from, index) => {
        const to = corners[(index + 1) % 4];
        if (!to || from.z > 0 === to.z > 0) return [];
        const share = from.z / (from.z - to.z);
        return [`${round(from.x + (to.x - from.x) * share)} ${round(from.y + (to.y - from.y) * share)}`];
      });
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        strokes.push(`M${crossings[index]}L${crossings[index + 1]}`);
      }
    }
  }
  return strokes.join('');
}

/** A route with right-angled turns from the left of the picture to its right, below the text. */
function routeAcross(random: () => number, { width, height }: Size): Point[] {
  const turns = 4 + Math.floor(random() * 3);
  const route: Point[] = [{ x: width * 0.07, y: height * (0.6 + random() * 0.22) }];
  for (let turn = 1; turn <= turns; turn += 1) {
    const previous = route.at(-1);
    if (!previous) break;
    const x = width * (0.07 + (0.86 * turn) / turns);
    route.push({ x, y: previous.y }, { x, y: height * (0.6 + random() * 0.22) });
  }
  return route.slice(0, -1);
}

/** The position after a `progress` (0 to 1) along the route, and the path to it as SVG path data. */
export function alongRoute(
  route: readonly Point[],
  progress: number,
): { readonly at: Point; readonly path: string } {
  const lengths = route.slice(1).map((to, index) => {
    const from = route[index] ?? to;
    return Math.hypot(to.x - from.x, to.y - from.y);
  });
  let left = lengths.reduce((sum, length) => sum + length, 0) * Math.min(1, Math.max(0, progress));
  const [start = { x: 0, y: 0 }] = route;
  let at = start;
  let path = `M${round(start.x)} ${round(start.y)}`;
  for (const [index, length] of lengths.entries()) {
    const to = route[index + 1] ?? at;
    const share = length === 0 ? 1 : Math.min(1, left / length);
    at = { x: at.x + (to.x - at.x) * share, y: at.y + (to.y - at.y) * share };
    path += `L${round(at.x)} ${round(at.y)}`;
    left -= length;
    if (left <= 0) break;
  }
  return { at, path };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Seeded random numbers from 0 to below 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
