/** What the visitors of one run met. */
export class Counts {
  pageViews = 0;
  filesVerified = 0;
  apiCalls = 0;
  basketsChecked = 0;
  /** Everything that should not have happened, by kind. */
  private readonly failures = new Map<Failure, string[]>();

  fail(kind: Failure, what: string): void {
    const known = this.failures.get(kind) ?? [];
    known.push(what);
    this.failures.set(kind, known);
  }

  of(kind: Failure): number {
    return this.failures.get(kind)?.length ?? 0;
  }

  get failed(): boolean {
    return this.failures.size > 0;
  }

  /** Each kind with its count, zeros as well. */
  get rows(): readonly (readonly [string, number])[] {
    return [
      ['page views', this.pageViews],
      ['files verified', this.filesVerified],
      ['API calls', this.apiCalls],
      ['baskets checked', this.basketsChecked],
      ...FAILURES.map((kind) => [kind, this.of(kind)] as const),
    ];
  }

  /** The first few of each kind, in words. */
  get examples(): readonly string[] {
    return [...this.failures].flatMap(([kind, all]) => all.slice(0, 5).map((one) => `${kind}: ${one}`));
  }
}

const FAILURES = [
  'failed page views',
  'console errors',
  'lost baskets',
  'hash mismatches',
  'missing files',
  'registry going back',
  'failed API calls',
] as const;

export type Failure = (typeof FAILURES)[number];
