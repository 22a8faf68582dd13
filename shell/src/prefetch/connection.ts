/** What a browser says of its connection (WICG Network Information; Chromium only). */
interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** How much may be fetched that nobody has asked for yet. */
export type Allowance =
  /** Nothing: the visitor saves data, or the connection is too slow to share it. */
  | 'nothing'
  /** What is about to be asked for. */
  | 'pointed-at'
  | 'all';

/** To be asked each time, because trains enter tunnels. */
export function createAllowance(page: Window): () => Allowance {
  const { connection } = page.navigator as Navigator & { readonly connection?: NetworkInformation };
  const reducedData = page.matchMedia('(prefers-reduced-data: reduce)');
  return () => {
    const speed = connection?.effectiveType ?? '4g';
    if (connection?.saveData || reducedData.matches || speed.endsWith('2g')) return 'nothing';
    return speed === '3g' ? 'pointed-at' : 'all';
  };
}
