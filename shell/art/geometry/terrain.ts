import { randomFrom } from './random';

/** A height at every point of a plane, about -1 to 1. */
export type Terrain = (x: number, y: number) => number;

const SIZE = 64;

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

/** Smooth random terrain: gradient noise in three octaves (Perlin, "Improving noise", 2002). */
export function terrain(seed: number): Terrain {
  const random = randomFrom(seed);
  const gradients = Array.from({ length: SIZE * SIZE }, () => {
    const angle = random() * 2 * Math.PI;
    return [Math.cos(angle), Math.sin(angle)] as const;
  });

  function pull(column: number, row: number, dx: number, dy: number): number {
    const [gx, gy] = gradients[(row & (SIZE - 1)) * SIZE + (column & (SIZE - 1))] ?? [0, 0];
    return gx * dx + gy * dy;
  }

  function octave(x: number, y: number): number {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [dx, dy] = [x - column, y - row];
    const [u, v] = [fade(dx), fade(dy)];
    const top = pull(column, row, dx, dy) * (1 - u) + pull(column + 1, row, dx - 1, dy) * u;
    const bottom =
      pull(column, row + 1, dx, dy - 1) * (1 - u) + pull(column + 1, row + 1, dx - 1, dy - 1) * u;
    return (top * (1 - v) + bottom * v) * 1.5;
  }

  return (x, y) => octave(x, y) + octave(x * 2 + 17, y * 2 + 5) * 0.42 + octave(x * 4 + 3, y * 4 + 31) * 0.12;
}
