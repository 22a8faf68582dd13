/**
 * The imaginary ground under every clip: contour lines and a route from A to B, drawn from a seed so that
 * each clip differs and every rendering of it is the same.
 */
export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Ground {
  /** SVG path data, one entry for each height; every fifth is an index contour. */
  readonly contours: readonly string[];
  readonly route: readonly Point[];
}

const STEP = 10;
const LEVELS = 10;
const HILLS = 14;

/** Draws the ground of one clip. */
export function groundOf(seed: number, size: Size): Ground {
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
  const contours = Array.from({ length: LEVELS }, (_, index) => contour(heightAt, 0.15 + index * 0.2, size));
  return { contours, route: routeAcross(random, size) };
}

/** Marching squares: the line along which the ground has one height, as many short strokes. */
function contour(heightAt: (point: Point) => number, level: number, { width, height }: Size): string {
  const strokes: string[] = [];
  for (let y = 0; y < height; y += STEP) {
    for (let x = 0; x < width; x += STEP) {
      const corners = [
        { x, y },
        { x: x + STEP, y },
        { x: x + STEP, y: y + STEP },
        { x, y: y + STEP },
      ].map((point) => ({ ...point, z: heightAt(point) - level }));
      const crossings = corners.flatMap((from, index) => {
        const to = corners[(index + 1) % 4];
        if (!to || from.z > 0 === to.z > 0) return [];
        const part = from.z / (from.z - to.z);
        return [`${round(from.x + (to.x - from.x) * part)} ${round(from.y + (to.y - from.y) * part)}`];
      });
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        strokes.push(`M${crossings[index]}L${crossings[index + 1]}`);
      }
    }
  }
  return strokes.join('');
}

/** A walk in streets that turn at right angles, from the left of the picture to its right, below the words. */
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

/** Where a traveller is after a part (0 to 1) of the route, and the way behind as SVG path data. */
export function alongRoute(
  route: readonly Point[],
  part: number,
): { readonly at: Point; readonly path: string } {
  const lengths = route.slice(1).map((to, index) => {
    const from = route[index] ?? to;
    return Math.hypot(to.x - from.x, to.y - from.y);
  });
  let left = lengths.reduce((sum, length) => sum + length, 0) * Math.min(1, Math.max(0, part));
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

/** Mulberry32: small, seeded, and good enough for scenery. */
function randomNumbers(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
