const FAILURES = [
  'failed page views',
  'console errors',
  'lost baskets',
  'hash mismatches',
  'missing files',
  'registry going back',
  'failed API calls',
] as const;

export type FailureKind = (typeof FAILURES)[number];

/** Counts what the visitors of one run did and what failed. */
export class Counts {
  pageViews = 0;
  filesVerified = 0;
  apiCalls = 0;
  basketsChecked = 0;
  private readonly failures = new Map<FailureKind, string[]>();

  fail(kind: FailureKind, message: string): void {
    this.failures.set(kind, [...(this.failures.get(kind) ?? []), message]);
  }

  of(kind: FailureKind): number {
    return this.failures.get(kind)?.length ?? 0;
  }

  get failed(): boolean {
    return this.failures.size > 0;
  }

  /** Every count with its name, including zeros. */
  get rows(): readonly (readonly [string, number])[] {
    return [
      ['page views', this.pageViews],
      ['files verified', this.filesVerified],
      ['API calls', this.apiCalls],
      ['baskets checked', this.basketsChecked],
      ...FAILURES.map((kind) => [kind, this.of(kind)] as const),
    ];
  }

  /** The first few messages of each kind of failure. */
  get examples(): readonly string[] {
    return [...this.failures].flatMap(([kind, all]) => all.slice(0, 5).map((one) => `${kind}: ${one}`));
  }
}
