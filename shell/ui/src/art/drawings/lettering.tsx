import { createContext, useContext } from 'react';

export type Face = 'serif' | 'mono';

/** Sets words as outlines, so that a picture looks the same wherever it is shown, fonts or not. */
export interface Lettering {
  /** Path data on a baseline from 0, and the width. `tracking` is extra space in em. */
  set(
    text: string,
    face: Face,
    size: number,
    tracking?: number,
  ): { readonly d: string; readonly width: number };
}

const LetteringContext = createContext<Lettering>({ set: () => ({ d: '', width: 0 }) });
export const LetteringProvider = LetteringContext.Provider;

export interface TypeProps {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly face?: Face;
  readonly tracking?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill: string;
  readonly opacity?: number;
  readonly children: string;
}

/** One line of words. */
export function Type({
  x,
  y,
  size,
  face = 'mono',
  tracking = face === 'mono' ? 0.08 : -0.015,
  anchor = 'start',
  fill,
  opacity,
  children,
}: TypeProps) {
  const { d, width } = useContext(LetteringContext).set(children, face, size, tracking);
  const shift = { start: 0, middle: width / 2, end: width }[anchor];
  return (
    <path d={d} fill={fill} opacity={opacity} transform={`translate(${round(x - shift)} ${round(y)})`} />
  );
}

/** Lines of words below each other. */
export function Lines({
  lines,
  leading,
  ...type
}: Omit<TypeProps, 'children'> & { readonly lines: readonly string[]; readonly leading: number }) {
  return lines.map((line, index) => (
    <Type key={line} {...type} y={type.y + index * leading}>
      {line}
    </Type>
  ));
}

/** One decimal is a tenth of a pixel: enough. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
