import { createContext, useContext } from 'react';

/** The colours of one picture. */
export interface Palette {
  readonly ground: string;
  /** Blocks and sheets: slightly different from the ground. */
  readonly fill: string;
  /** Lines in the background. */
  readonly faint: string;
  /** Lines of the main drawing. */
  readonly line: string;
  readonly text: string;
  /** The one accent colour: routes, brackets, marked objects. */
  readonly accent: string;
}

/** A dark ground tinted by a hue in degrees. */
export function darkPalette(hue: number, saturation = 34): Palette {
  return {
    ground: hex(hue, saturation, 10.5),
    fill: hex(hue, saturation * 0.86, 15.5),
    faint: hex(hue, saturation * 0.7, 24),
    line: hex(hue, saturation * 0.55, 48),
    text: '#f7f5f0',
    accent: '#e0b457',
  };
}

/** A deep, saturated ground: book covers. */
export function coverPalette(hue: number, saturation: number, lightness: number): Palette {
  return {
    ground: hex(hue, saturation, lightness),
    fill: hex(hue, saturation, lightness + 5),
    faint: hex(hue, saturation * 0.8, lightness + 13),
    line: hex(hue, saturation * 0.6, lightness + 34),
    text: '#f7f5f0',
    accent: '#e9c374',
  };
}

export const ink: Palette = {
  ground: '#0d1420',
  fill: '#172338',
  faint: '#283954',
  line: '#60779b',
  text: '#f7f5f0',
  accent: '#e0b457',
};

export const paper: Palette = {
  ground: '#ece8dd',
  fill: '#f7f5f0',
  faint: '#d3ccbb',
  line: '#8d8674',
  text: '#0d1420',
  accent: '#a4741d',
};

const PaletteContext = createContext(ink);
export const PaletteProvider = PaletteContext.Provider;

export function usePalette(): Palette {
  return useContext(PaletteContext);
}

/** HSL as a hexadecimal colour: SVG 1.1 readers have no `hsl()` (formula: CSS Color 4, §7.1). */
function hex(hue: number, saturation: number, lightness: number): string {
  const l = lightness / 100;
  const amplitude = (saturation / 100) * Math.min(l, 1 - l);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = l - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
