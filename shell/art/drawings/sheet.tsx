import type { ReactNode } from 'react';
import { type Palette, PaletteProvider } from './palette';

/** The paper that a picture is drawn on. */
export function Sheet({
  width,
  height,
  palette,
  transparent = false,
  children,
}: {
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly transparent?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
    >
      {!transparent && <rect width={width} height={height} fill={palette.ground} />}
      <PaletteProvider value={palette}>{children}</PaletteProvider>
    </svg>
  );
}
