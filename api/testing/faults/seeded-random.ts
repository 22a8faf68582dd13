/** Random numbers that repeat with the same seed, so that a failing run can be reproduced. */
export class SeededRandom {
  constructor(private state: number) {}

  /** The next number, from 0 to below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(options: readonly [T, ...T[]]): T {
    return options[this.below(options.length)] ?? options[0];
  }

  shuffled<T>(items: readonly T[]): readonly T[] {
    const keyed = items.map((item) => [this.next(), item] as const);
    return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
  }

  happens(share: number): boolean {
    return this.next() < share;
  }
}
