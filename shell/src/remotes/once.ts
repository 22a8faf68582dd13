const STORAGE_KEY = 'isa-shell:left-for';

/**
 * Guards documents that are loaded to get something newer: a cache that lags behind could hand out the old one
 * again and again.
 * @returns whether this reason is new to the tab. Without storage nothing ever is.
 */
export function isFirstTime(reason: string, page: Pick<Window, 'sessionStorage'>): boolean {
  try {
    if (page.sessionStorage.getItem(STORAGE_KEY) === reason) return false;
    page.sessionStorage.setItem(STORAGE_KEY, reason);
    return true;
  } catch {
    return false;
  }
}
