import type { Point } from '../geometry/path';
import { between, randomFrom } from '../geometry/random';
import { usePalette } from './palette';
import { type Size, stroked } from './primitives';

interface StreetPlan {
  /** Path data of the blocks of houses. */
  readonly blocks: string;
  /** Path data of squares and parks. */
  readonly open: string;
  /** The crossing of two streets' centre lines. */
  readonly at: (column: number, row: number) => Point;
}

interface StreetOptions extends Size {
  readonly seed: number;
  /** Rough size of a block. */
  readonly block: number;
  /** Width of a street. */
  readonly street: number;
}

/** Plans an irregular grid of streets; some blocks are squares or parks. */
export function planStreets({ seed, width, height, block, street }: StreetOptions): StreetPlan {
  const random = randomFrom(seed);
  const rows = cuts(random, height, block * 0.8);
  const columns = cuts(random, width, block * 1.15);
  let blocks = '';
  let open = '';
  for (const [row, top] of rows.slice(0, -1).entries()) {
    for (const [column, left] of columns.slice(0, -1).entries()) {
      const [right = 0, bottom = 0] = [columns[column + 1], rows[row + 1]];
      const [x, y] = [left + street / 2, top + street / 2];
      const [w, h] = [right - left - street, bottom - top - street];
      const chance = random();
      if (chance < 0.1) {
        open += box(x, y, w, h);
      } else if (chance < 0.5 && w > block * 0.7) {
        // A lane through the middle of the block.
        const part = between(random, 0.35, 0.65) * w;
        const lane = street * 0.18;
        blocks += box(x, y, part - lane, h) + box(x + part + lane, y, w - part - lane, h);
      } else {
        blocks += box(x, y, w, h);
      }
    }
  }
  return {
    blocks,
    open,
    at: (column, row) => [columns[column] ?? columns.at(-1) ?? 0, rows[row] ?? rows.at(-1) ?? 0],
  };
}

function box(x: number, y: number, w: number, h: number): string {
  return `M${Math.round(x)} ${Math.round(y)}h${Math.round(w)}v${Math.round(h)}h${-Math.round(w)}z`;
}

function cuts(random: () => number, length: number, step: number): number[] {
  const lines = [0];
  let at = 0;
  while (at < length) {
    at += step * between(random, 0.65, 1.35);
    lines.push(Math.round(at));
  }
  return lines;
}

/** The blocks of a plan. */
export function Streets({ plan }: { readonly plan: StreetPlan }) {
  const { fill, faint } = usePalette();
  return (
    <>
      <path d={plan.blocks} fill={fill} {...stroked(faint, 0.8)} />
      <path d={plan.open} {...stroked(faint, 1, '2 4')} />
    </>
  );
}
