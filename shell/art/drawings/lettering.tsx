import { createContext, useContext } from 'react';

export type Face = 'serif' | 'mono';

export interface Glyph {
  /** Names the outline within one picture. */
  readonly id: string;
  readonly x: number;
  /** Path data on a baseline from 0; only where the picture has not drawn this glyph yet. */
  readonly d: string | undefined;
}

/**
 * Sets words as outlines, so that a picture looks the same wherever it is shown, fonts or not. One of these
 * serves one picture: an outline is written once and referred to afterwards.
 */
export interface Lettering {
  /** `tracking` is extra space in em; the width is in pixels. */
  set(
    text: string,
    face: Face,
    size: number,
    tracking?: number,
  ): { readonly glyphs: readonly Glyph[]; readonly width: number };
}

const LetteringContext = createContext<Lettering>({ set: () => ({ glyphs: [], width: 0 }) });
export const LetteringProvider = LetteringContext.Provider;

interface TypeProps {
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
  const { glyphs, width } = useContext(LetteringContext).set(children, face, size, tracking);
  const shift = { start: 0, middle: width / 2, end: width }[anchor];
  return (
    <g fill={fill} opacity={opacity} transform={`translate(${round(x - shift)} ${round(y)})`}>
      {glyphs.map((glyph) =>
        glyph.d === undefined ? (
          <use key={glyph.x} href={`#${glyph.id}`} x={glyph.x} />
        ) : (
          // The outline itself stays at 0, so that others can refer to it.
          <g key={glyph.x} transform={glyph.x === 0 ? undefined : `translate(${glyph.x})`}>
            <path id={glyph.id} d={glyph.d} />
          </g>
        ),
      )}
    </g>
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
