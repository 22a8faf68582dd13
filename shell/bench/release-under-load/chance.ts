/** Equal seeds, equal runs. */
export interface Chance {
  /** From 0 up to, and never, 1. */
  next(): number;
  below(bound: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** Mulberry32 (T. Ettinger): 32 bits of state, ample for choosing pages. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return { next, below, pick: (from) => from[below(from.length)] ?? from[0] };
}
