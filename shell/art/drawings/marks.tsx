import type { ReactNode } from 'react';
import { round } from './lettering';
import { usePalette } from './palette';

/** Corner brackets of a viewfinder. */
export function Brackets({
  x,
  y,
  width,
  height,
  arm = 18,
  strokeWidth = 1.6,
  colour,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly arm?: number;
  readonly strokeWidth?: number;
  readonly colour?: string;
}) {
  const { mark } = usePalette();
  const [right, bottom] = [x + width, y + height];
  return (
    <path
      d={`M${x} ${y + arm}V${y}h${arm}M${right - arm} ${y}h${arm}v${arm}M${right} ${bottom - arm}v${arm}h${-arm}M${x + arm} ${bottom}h${-arm}v${-arm}`}
      stroke={colour ?? mark}
      strokeWidth={strokeWidth}
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
}: {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour?: string;
  readonly strokeWidth?: number;
  readonly rings?: number;
  /** The small cross in the middle; off where a letter stands there. */
  readonly centre?: boolean;
}) {
  const { mark } = usePalette();
  const r = radius;
  const gap = r * 0.45;
  return (
    <g transform={`translate(${round(x)} ${round(y)})`} stroke={colour ?? mark} strokeWidth={strokeWidth}>
      {Array.from({ length: rings }, (_, index) => (
        <circle
          key={index}
          r={round((r * (rings - index)) / rings)}
          strokeDasharray={index % 2 ? '2 5' : undefined}
        />
      ))}
      <path
        d={`M0 ${round(-r * 1.4)}V${round(-gap)}M0 ${round(gap)}V${round(r * 1.4)}M${round(-r * 1.4)} 0H${round(-gap)}M${round(gap)} 0H${round(r * 1.4)}${centre ? 'M-3 0h6M0-3v6' : ''}`}
      />
    </g>
  );
}

/** Redaction bars where lines of words would be. Widths from 0 to 1; negative ones are struck out in accent. */
export function Bars({
  x,
  y,
  width,
  height = 7,
  leading = 16,
  rows,
  colour,
  opacity = 1,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height?: number;
  readonly leading?: number;
  /** Per row the start and end of each bar, from 0 to 1. */
  readonly rows: readonly (readonly (readonly [from: number, to: number])[])[];
  readonly colour?: string;
  readonly opacity?: number;
}) {
  const { text } = usePalette();
  const d = rows
    .flatMap((bars, row) =>
      bars.map(
        ([from, to]) =>
          `M${round(x + from * width)} ${round(y + row * leading)}h${round((to - from) * width)}v${height}h${round((from - to) * width)}z`,
      ),
    )
    .join('');
  return <path d={d} fill={colour ?? text} opacity={opacity} />;
}

/** Ticks and grid references along the edges of a map sheet. */
export function GridEdge({
  width,
  height,
  step,
  inset = 0,
  length = 6,
}: {
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly inset?: number;
  readonly length?: number;
}) {
  const { line } = usePalette();
  let d = '';
  for (let x = inset + step; x < width - inset; x += step)
    d += `M${x} ${inset}v${length}M${x} ${height - inset}v${-length}`;
  for (let y = inset + step; y < height - inset; y += step)
    d += `M${inset} ${y}h${length}M${width - inset} ${y}h${-length}`;
  return <path d={d} stroke={line} strokeWidth="1" opacity="0.8" />;
}

/** Faint crosses where grid lines meet. */
export function GridCrosses({
  width,
  height,
  step,
  arm = 4,
}: {
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly arm?: number;
}) {
  const { line } = usePalette();
  let d = '';
  for (let y = step; y < height; y += step) {
    for (let x = step; x < width; x += step) d += `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`;
  }
  return <path d={d} stroke={line} strokeWidth="0.8" opacity="0.6" />;
}

/** Moves and turns what is drawn inside. */
export function Placed({
  x = 0,
  y = 0,
  turn = 0,
  scale = 1,
  opacity,
  children,
}: {
  readonly x?: number;
  readonly y?: number;
  readonly turn?: number;
  readonly scale?: number;
  readonly opacity?: number;
  readonly children: ReactNode;
}) {
  const transform = `translate(${round(x)} ${round(y)})${turn ? `rotate(${round(turn)})` : ''}${scale === 1 ? '' : `scale(${Math.round(scale * 1000) / 1000})`}`;
  return (
    <g transform={transform} opacity={opacity}>
      {children}
    </g>
  );
}
