import type { ReactNode } from 'react';
import type { Point } from '../geometry/path';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Placement {
  readonly x?: number;
  readonly y?: number;
  /** Degrees clockwise. */
  readonly rotate?: number;
  readonly scale?: number;
}

/** Translates, rotates and scales its children. */
export function Group({
  x = 0,
  y = 0,
  rotate = 0,
  scale = 1,
  children,
}: Placement & { readonly children: ReactNode }) {
  const rotation = rotate ? `rotate(${round(rotate)})` : '';
  const scaling = scale === 1 ? '' : `scale(${round(scale, 1000)})`;
  return <g transform={`translate(${round(x)} ${round(y)})${rotation}${scaling}`}>{children}</g>;
}

/** Attributes of a line: its colour, its width and, if it is dashed, the lengths of dashes and gaps. */
export function stroked(stroke: string, strokeWidth: number, strokeDasharray?: string) {
  return { stroke, strokeWidth, strokeDasharray };
}

/** Points in the notation of SVG's `points` attribute: "40,232 92,198". */
export function points(text: string): Point[] {
  return text.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return [x, y];
  });
}

/** A point on a circle or an ellipse, rounded to whole pixels; degrees run clockwise from the right. */
export function onCircle([x, y]: Point, radius: number | Point, degrees: number, fraction = 1): Point {
  const angle = (degrees * Math.PI) / 180;
  const [rx, ry] = typeof radius === 'number' ? [radius, radius] : radius;
  return [round(x + Math.cos(angle) * rx, fraction), round(y + Math.sin(angle) * ry, fraction)];
}

/** Rounds to tenths, which are exact enough for pixels, or to another `fraction`. */
export function round(value: number, fraction = 10): number {
  return Math.round(value * fraction) / fraction;
}

/** The whole numbers from 0 up to `length`. */
export function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
