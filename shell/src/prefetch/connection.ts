/** WICG Network Information; Chromium only. */
interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** What may be prefetched: nothing on slow connections or with reduced data use; links on intent; visible links too. */
export type Allowance = 'none' | 'intent' | 'all';

/** The returned function reads the connection on each call, because it changes. */
export function createAllowance(page: Window): () => Allowance {
  const { connection }: Navigator & { readonly connection?: NetworkInformation } = page.navigator;
  const reducedData = page.matchMedia('(prefers-reduced-data: reduce)');
  return () => {
    const speed = connection?.effectiveType ?? '4g';
    if (connection?.saveData || reducedData.matches || speed.endsWith('2g')) return 'none';
    return speed === '3g' ? 'intent' : 'all';
  };
}
