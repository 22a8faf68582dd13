import { createContext, useContext } from 'react';
import type { Face, Typesetter } from '../typesetter';
import { usePalette } from './palette';
import { round } from './primitives';

const TypesetterContext = createContext<Typesetter>({ set: () => ({ glyphs: [], width: 0 }) });
export const TypesetterProvider = TypesetterContext.Provider;

interface TextProps {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly face?: Face;
  /** Extra space between letters in em. */
  readonly tracking?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: string;
  readonly opacity?: number;
  readonly text: string;
}

/** One line of text as outlines. */
export function Text({
  x,
  y,
  size,
  face = 'mono',
  tracking = face === 'mono' ? 0.08 : -0.015,
  anchor = 'start',
  fill,
  opacity,
  text,
}: TextProps) {
  const palette = usePalette();
  const { glyphs, width } = useContext(TypesetterContext).set(text, face, size, tracking);
  const shift = { start: 0, middle: width / 2, end: width }[anchor];
  return (
    <g fill={fill ?? palette.text} opacity={opacity} transform={`translate(${round(x - shift)} ${round(y)})`}>
      {glyphs.map((glyph) =>
        glyph.d === undefined ? (
          <use key={glyph.x} href={`#${glyph.id}`} x={glyph.x} />
        ) : (
          // The path itself stays at 0, so that other glyphs can refer to it.
          <g key={glyph.x} transform={glyph.x === 0 ? undefined : `translate(${glyph.x})`}>
            <path id={glyph.id} d={glyph.d} />
          </g>
        ),
      )}
    </g>
  );
}

/** Lines of text below each other. */
export function TextLines({
  lines,
  leading,
  ...props
}: Omit<TextProps, 'text'> & { readonly lines: readonly string[]; readonly leading: number }) {
  return lines.map((line, index) => <Text key={line} {...props} y={props.y + index * leading} text={line} />);
}
