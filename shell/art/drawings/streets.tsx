import type { Point } from '../kit/path';
import { between, randomFrom } from '../kit/random';
import { usePalette } from './palette';

/** A street plan: centre lines of its streets across and down, and the blocks between them. */
interface StreetPlan {
  readonly across: readonly number[];
  readonly down: readonly number[];
  readonly blocks: string;
  readonly open: string;
}

interface StreetOptions {
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  /** Rough size of a block. */
  readonly block: number;
  /** Width of a street. */
  readonly street: number;
}

/** Lays an irregular grid of streets; now and then a block is a square or a park instead of houses. */
export function planStreets({ seed, width, height, block, street }: StreetOptions): StreetPlan {
  const random = randomFrom(seed);
  const across = cuts(random, height, block * 0.8);
  const down = cuts(random, width, block * 1.15);
  let blocks = '';
  let open = '';
  for (let row = 0; row < across.length - 1; row++) {
    for (let column = 0; column < down.length - 1; column++) {
      const [left, right] = [down[column] ?? 0, down[column + 1] ?? 0];
      const [top, bottom] = [across[row] ?? 0, across[row + 1] ?? 0];
      const [x, y] = [left + street / 2, top + street / 2];
      const [w, h] = [right - left - street, bottom - top - street];
      const chance = random();
      if (chance < 0.1) {
        open += box(x, y, w, h);
      } else if (chance < 0.5 && w > block * 0.7) {
        // A lane through the middle of the block.
        const part = between(random, 0.35, 0.65) * w;
        blocks +=
          box(x, y, part - street * 0.18, h) + box(x + part + street * 0.18, y, w - part - street * 0.18, h);
      } else {
        blocks += box(x, y, w, h);
      }
    }
  }
  return { across, down, blocks, open };
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

/** A point at a crossing of the plan. */
export function crossing(plan: StreetPlan, column: number, row: number): Point {
  return [plan.down[column] ?? plan.down.at(-1) ?? 0, plan.across[row] ?? plan.across.at(-1) ?? 0];
}

/** The blocks of a plan. */
export function Streets({
  plan,
  outlined = false,
}: {
  readonly plan: StreetPlan;
  readonly outlined?: boolean;
}) {
  const palette = usePalette();
  return (
    <>
      <path d={plan.blocks} fill={palette.fill} stroke={palette.faint} strokeWidth={outlined ? 1.2 : 0.8} />
      <path d={plan.open} stroke={palette.faint} strokeWidth="1" strokeDasharray="2 4" />
    </>
  );
}
