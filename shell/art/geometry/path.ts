export type Point = readonly [x: number, y: number];

/**
 * Points at equal distances along a line, its ends kept. Drawn as a smooth curve, such a line has no corners,
 * which unequal distances would leave where a short step follows a long one.
 */
export function resample(line: readonly Point[], spacing: number): Point[] {
  const length = lengthOf(line);
  const count = Math.max(isRing(line) ? 4 : 1, Math.round(length / spacing));
  const step = length / count;
  const points: Point[] = [];
  let walked = 0;
  for (const [index, [x, y]] of line.entries()) {
    const [px, py] = line[index - 1] ?? [x, y];
    const distance = Math.hypot(x - px, y - py);
    while (points.length < count && points.length * step <= walked + distance) {
      const share = distance === 0 ? 0 : (points.length * step - walked) / distance;
      points.push([px + (x - px) * share, py + (y - py) * share]);
    }
    walked += distance;
  }
  const last = line.at(-1);
  return last ? [...points, last] : points;
}

export function lengthOf(line: readonly Point[]): number {
  let length = 0;
  for (const [index, [x, y]] of line.entries()) {
    const before = line[index - 1];
    if (before) length += Math.hypot(x - before[0], y - before[1]);
  }
  return length;
}

/** Whether a line ends where it began. */
function isRing(line: readonly Point[]): boolean {
  const [first, last] = [line[0], line.at(-1)];
  return line.length > 3 && !!first && !!last && Math.hypot(first[0] - last[0], first[1] - last[1]) < 0.5;
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
    const closed = isRing(line);
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
