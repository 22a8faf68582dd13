import type { Point } from '../geometry/path';
import { usePalette } from './palette';
import { round, stroked } from './primitives';
import { Text } from './text';

/** A traced route from A to B with time labels along it. */
export function Route({
  points,
  times = {},
  width = 3,
  size = 11,
  ends = true,
  className,
}: {
  readonly points: readonly Point[];
  /** A label such as "07:42" by the index of its point. */
  readonly times?: Readonly<Record<number, string>>;
  readonly width?: number;
  readonly size?: number;
  /** Whether the ends are marked with A and B. */
  readonly ends?: boolean;
  readonly className?: string;
}) {
  const { ground, accent } = usePalette();
  const d = rounded(points, width * 3);
  const [start, end] = [points[0], points.at(-1)];
  const joins = { strokeLinejoin: 'round', strokeLinecap: 'round' } as const;
  return (
    <>
      <path d={d} {...stroked(ground, width * 2.6)} {...joins} opacity="0.75" />
      <path
        d={d}
        className={className}
        pathLength={className ? 1 : undefined}
        {...stroked(accent, width)}
        {...joins}
      />
      {Object.entries(times).map(([index, label]) => {
        const [x, y] = points[Number(index)] ?? [0, 0];
        return (
          <g key={label}>
            <circle
              cx={round(x)}
              cy={round(y)}
              r={width * 1.25}
              fill={ground}
              {...stroked(accent, width * 0.6)}
            />
            <Text x={x + width * 1.5 + size * 0.8} y={y - size * 0.55} size={size} text={label} />
          </g>
        );
      })}
      {ends && start && <Marker point={start} letter="A" size={size * 1.15} />}
      {ends && end && <Marker point={end} letter="B" size={size * 1.15} filled />}
    </>
  );
}

/** A lettered point of the map. */
export function Marker({
  point: [x, y],
  letter,
  size,
  filled = false,
}: {
  readonly point: Point;
  readonly letter: string;
  readonly size: number;
  readonly filled?: boolean;
}) {
  const { ground, accent } = usePalette();
  const [fill, colour] = filled ? [accent, ground] : [ground, accent];
  return (
    <>
      <circle
        cx={round(x)}
        cy={round(y)}
        r={round(size)}
        fill={fill}
        {...stroked(accent, round(size * 0.16))}
      />
      <Text
        x={x}
        y={y + size * 0.38}
        size={size * 1.08}
        anchor="middle"
        tracking={0}
        fill={colour}
        text={letter}
      />
    </>
  );
}

/** Path data of a polyline with rounded corners. */
export function rounded(line: readonly Point[], radius: number): string {
  let d = '';
  for (const [index, [x, y]] of line.entries()) {
    const [before, after] = [line[index - 1], line[index + 1]];
    if (!before) d += `M${round(x)} ${round(y)}`;
    else if (!after) d += `L${round(x)} ${round(y)}`;
    else {
      const [bx, by] = toward([x, y], before, radius);
      const [ax, ay] = toward([x, y], after, radius);
      d += `L${round(bx)} ${round(by)}Q${round(x)} ${round(y)} ${round(ax)} ${round(ay)}`;
    }
  }
  return d;
}

function toward([x, y]: Point, [tx, ty]: Point, distance: number): Point {
  const length = Math.hypot(tx - x, ty - y);
  const share = length === 0 ? 0 : Math.min(0.5, distance / length);
  return [x + (tx - x) * share, y + (ty - y) * share];
}
