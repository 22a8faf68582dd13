export type Point = readonly [x: number, y: number];

/**
 * Points at equal distances along a line, including its ends. Unequal distances would leave corners in the
 * smooth curve, where a short step follows a long one.
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

/** Whether a line ends at its start. */
function isRing(line: readonly Point[]): boolean {
  const [first, last] = [line[0], line.at(-1)];
  return line.length > 3 && !!first && !!last && Math.hypot(first[0] - last[0], first[1] - last[1]) < 0.5;
}

/** Smooth curves along lines as path data: quadratic through the midpoints, closed where a line is a ring. */
export function smoothPath(lines: readonly (readonly Point[])[]): string {
  return lines.map(smoothLine).join('');
}

function smoothLine(line: readonly Point[]): string {
  const [first, second, last] = [line[0], line[1], line.at(-1)];
  if (!first || !second || !last) return '';
  const closed = isRing(line);
  const start = closed ? middle(first, second) : first;
  const end = closed ? start : last;
  const controls = closed ? [...line.slice(1, -1), first] : line.slice(1, -1);
  let pen = wholePixels(start);
  let d = `M${pathNumbers(pen)}`;
  const draw = (command: string, ...points: readonly Point[]) => {
    const rounded = points.map(wholePixels);
    d += command + pathNumbers(rounded.flatMap(([x, y]) => [x - pen[0], y - pen[1]]));
    pen = rounded.at(-1) ?? pen;
  };
  for (const [index, control] of controls.entries()) {
    const next = controls[index + 1];
    draw('q', control, next ? middle(control, next) : end);
  }
  if (controls.length === 0) draw('l', end);
  return closed ? `${d}z` : d;
}

function middle([ax, ay]: Point, [bx, by]: Point): Point {
  return [(ax + bx) / 2, (ay + by) / 2];
}

function wholePixels([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}

/** Numbers of path data, separated only where SVG requires it. */
export function pathNumbers(values: readonly number[]): string {
  return values
    .map((value) => String(value).replace(/^(-?)0\./, '$1.'))
    .reduce((text, number) => text + (text === '' || number.startsWith('-') ? '' : ' ') + number, '');
}
