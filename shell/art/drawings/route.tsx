import type { Point } from '../kit/path';
import { round, Type } from './lettering';
import { usePalette } from './palette';

/** A traced route from A to B with time marks on the way. */
export function Route({
  points,
  times = [],
  width = 3,
  size = 11,
  ends = true,
  className,
  labelSide = 1,
}: {
  readonly points: readonly Point[];
  /** A label at a point's index, such as "07:42". */
  readonly times?: readonly (readonly [index: number, label: string])[];
  readonly width?: number;
  readonly size?: number;
  readonly ends?: boolean;
  readonly className?: string;
  /** 1 writes right of the route, -1 left. */
  readonly labelSide?: 1 | -1;
}) {
  const palette = usePalette();
  const d = rounded(points, width * 3);
  const [start, end] = [points[0], points.at(-1)];
  return (
    <>
      <path
        d={d}
        stroke={palette.ground}
        strokeWidth={width * 2.6}
        strokeLinejoin="round"
        strokeLinecap="round"
        opacity="0.75"
      />
      <path
        d={d}
        className={className}
        pathLength={className ? 1 : undefined}
        stroke={palette.mark}
        strokeWidth={width}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {times.map(([index, label]) => {
        const [x, y] = points[index] ?? [0, 0];
        return (
          <g key={label}>
            <circle
              cx={round(x)}
              cy={round(y)}
              r={width * 1.25}
              fill={palette.ground}
              stroke={palette.mark}
              strokeWidth={width * 0.6}
            />
            <Type
              x={x + labelSide * (width * 1.5 + size * 0.8)}
              y={y - size * 0.55}
              size={size}
              anchor={labelSide === 1 ? 'start' : 'end'}
              fill={palette.text}
            >
              {label}
            </Type>
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
  const palette = usePalette();
  return (
    <>
      <circle
        cx={round(x)}
        cy={round(y)}
        r={round(size)}
        fill={filled ? palette.mark : palette.ground}
        stroke={palette.mark}
        strokeWidth={round(size * 0.16)}
      />
      <Type
        x={x}
        y={y + size * 0.38}
        size={size * 1.08}
        anchor="middle"
        tracking={0}
        fill={filled ? palette.ground : palette.mark}
      >
        {letter}
      </Type>
    </>
  );
}

/** A polyline with rounded corners, as somebody walks. */
export function rounded(points: readonly Point[], radius: number): string {
  let d = '';
  for (const [index, [x, y]] of points.entries()) {
    const [before, after] = [points[index - 1], points[index + 1]];
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
