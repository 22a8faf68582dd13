import { createContext, type ReactNode, useContext } from 'react';
import { type Palette, PaletteProvider } from './palette';
import type { Size } from './primitives';

const SizeContext = createContext<Size>({ width: 0, height: 0 });

/** Sets the size of the area that reliefs and grids fill. */
export const AreaProvider = SizeContext.Provider;

/** The area to fill: the whole canvas, or the part that an `AreaProvider` sets. */
export function useArea(): Size {
  return useContext(SizeContext);
}

/** The root of a picture: its size, its ground and its palette. */
export function Canvas({
  size,
  palette,
  transparent = false,
  children,
}: {
  readonly size: Size;
  readonly palette: Palette;
  readonly transparent?: boolean;
  readonly children: ReactNode;
}) {
  const { width, height } = size;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
    >
      {!transparent && <rect width={width} height={height} fill={palette.ground} />}
      <PaletteProvider value={palette}>
        <AreaProvider value={size}>{children}</AreaProvider>
      </PaletteProvider>
    </svg>
  );
}
