import { useArea } from './canvas';
import { usePalette } from './palette';
import { range, round, type Size, stroked } from './primitives';

interface AnnotationProps {
  readonly x: number;
  readonly y: number;
  readonly strokeWidth?: number;
}

/** Corner brackets of a viewfinder. */
export function Brackets({
  x,
  y,
  width,
  height,
  arm,
  strokeWidth = 1.6,
}: AnnotationProps & Size & { readonly arm: number }) {
  const { accent } = usePalette();
  const [right, bottom] = [x + width, y + height];
  return (
    <path
      d={`M${x} ${y + arm}V${y}h${arm}M${right - arm} ${y}h${arm}v${arm}M${right} ${bottom - arm}v${arm}h${-arm}M${x + arm} ${bottom}h${-arm}v${-arm}`}
      {...stroked(accent, strokeWidth)}
    />
  );
}

/** Cross hairs around a point. */
export function Reticle({
  x,
  y,
  radius,
  colour,
  strokeWidth = 1.4,
  rings = 1,
  centre = true,
}: AnnotationProps & {
  readonly radius: number;
  readonly colour?: string;
  readonly rings?: number;
  /** The small cross in the middle; off where a letter stands there. */
  readonly centre?: boolean;
}) {
  const { accent } = usePalette();
  const [start, end] = [-radius * 1.4, -radius * 0.45].map((value) => round(value));
  const [restart, stop] = [radius * 0.45, radius * 1.4].map((value) => round(value));
  const cross = `M0 ${start}V${end}M0 ${restart}V${stop}M${start} 0H${end}M${restart} 0H${stop}`;
  return (
    <g transform={`translate(${round(x)} ${round(y)})`} {...stroked(colour ?? accent, strokeWidth)}>
      {range(rings).map((index) => (
        <circle
          key={index}
          r={round((radius * (rings - index)) / rings)}
          strokeDasharray={index % 2 ? '2 5' : undefined}
        />
      ))}
      <path d={centre ? `${cross}M-3 0h6M0-3v6` : cross} />
    </g>
  );
}

/** One line, in shares of the width: the end of a single bar, or start and end of each bar; 0 is an empty line. */
type BarRow = number | readonly number[];

/** Redaction bars in place of lines of text. */
export function Bars({
  x,
  y,
  width,
  height,
  leading = 16,
  rows,
  colour,
  opacity = 1,
}: AnnotationProps &
  Size & {
    readonly leading?: number;
    readonly rows: readonly BarRow[];
    readonly colour?: string;
    readonly opacity?: number;
  }) {
  const { text } = usePalette();
  let d = '';
  for (const [row, bars] of rows.entries()) {
    if (bars === 0) continue;
    const edges = typeof bars === 'number' ? [0, bars] : bars;
    for (let index = 0; index < edges.length; index += 2) {
      const [from = 0, to = 0] = edges.slice(index, index + 2);
      const length = round((to - from) * width);
      d += `M${round(x + from * width)} ${round(y + row * leading)}h${length}v${height}h${-length}z`;
    }
  }
  return <path d={d} fill={colour ?? text} opacity={opacity} />;
}

/** Ticks along the edges of a map sheet. */
export function GridEdge({ step, length = 6 }: { readonly step: number; readonly length?: number }) {
  const { width, height } = useArea();
  const { line } = usePalette();
  let d = '';
  for (let x = step; x < width; x += step) d += `M${x} 0v${length}M${x} ${height}v${-length}`;
  for (let y = step; y < height; y += step) d += `M0 ${y}h${length}M${width} ${y}h${-length}`;
  return <path d={d} {...stroked(line, 1)} opacity="0.8" />;
}

/** Faint crosses where grid lines meet. */
export function GridCrosses({ step, arm = 4 }: { readonly step: number; readonly arm?: number }) {
  const { width, height } = useArea();
  const { line } = usePalette();
  let d = '';
  for (let y = step; y < height; y += step) {
    for (let x = step; x < width; x += step) d += `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`;
  }
  return <path d={d} {...stroked(line, 0.8)} opacity="0.6" />;
}
