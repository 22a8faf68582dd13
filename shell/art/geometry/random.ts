/** A repeatable stream of numbers from 0 up to 1 (mulberry32): the same seed always draws the same picture. */
export function randomFrom(seed: number): () => number {
  let state = Math.imul(Math.trunc(seed) ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number in a range. */
export function between(random: () => number, low: number, high: number): number {
  return low + random() * (high - low);
}
