export type Point = readonly [x: number, y: number];

/** Keeps the points that shape a line and drops the rest (Douglas and Peucker, 1973). */
export function simplify(points: readonly Point[], tolerance: number): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return points;
  let [farthest, distance] = [0, 0];
  for (const [index, point] of points.entries()) {
    const away = distanceToSegment(point, first, last);
    if (away > distance) [farthest, distance] = [index, away];
  }
  if (distance <= tolerance) return [first, last];
  return [
    ...simplify(points.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(points.slice(farthest), tolerance),
  ];
}

function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  if (square === 0) return Math.hypot(x - ax, y - ay);
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/** Writes path data with whole numbers, relative steps and no needless separators. */
class PathWriter {
  #text = '';
  #x = 0;
  #y = 0;

  moveTo(point: Point): void {
    this.#step('M', [point], true);
  }

  lineTo(point: Point): void {
    this.#step('l', [point]);
  }

  curveTo(control: Point, end: Point): void {
    this.#step('q', [control, end]);
  }

  close(): void {
    this.#text += 'z';
  }

  toString(): string {
    return this.#text;
  }

  #step(command: string, points: readonly Point[], absolute = false): void {
    const rounded = points.map(([x, y]) => [Math.round(x), Math.round(y)] as const);
    const numbers = rounded.flatMap(([x, y]) => (absolute ? [x, y] : [x - this.#x, y - this.#y]));
    this.#text += command + numbers.map((n, index) => (index > 0 && n >= 0 ? ` ${n}` : `${n}`)).join('');
    [this.#x, this.#y] = rounded.at(-1) ?? [this.#x, this.#y];
  }
}

/** A smooth curve along points: quadratic through the midpoints. Closed when it ends where it began. */
export function smoothPath(lines: readonly (readonly Point[])[]): string {
  const path = new PathWriter();
  for (const line of lines) {
    const [first, last] = [line[0], line.at(-1)];
    if (!first || !last || line.length < 2) continue;
    const closed = line.length > 3 && Math.hypot(first[0] - last[0], first[1] - last[1]) < 0.5;
    const points = closed ? line.slice(0, -1) : line;
    const second = points[1] ?? last;
    path.moveTo(closed ? middle(first, second) : first);
    const rest = closed ? [...points.slice(1), first] : points.slice(1, -1);
    for (const [index, point] of rest.entries()) {
      const next = rest[index + 1] ?? (closed ? second : last);
      const ends = !closed && index === rest.length - 1;
      path.curveTo(point, ends ? last : middle(point, next));
    }
    if (!closed && rest.length === 0) path.lineTo(last);
    if (closed) path.close();
  }
  return path.toString();
}

function middle([ax, ay]: Point, [bx, by]: Point): Point {
  return [(ax + bx) / 2, (ay + by) / 2];
}
