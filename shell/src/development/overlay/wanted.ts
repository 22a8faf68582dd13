import { isLoopback } from '../../../formats/registry';

const PARAMETER = 'isa-overlay';
const STORAGE_KEY = 'isa-shell:overlay';

/**
 * Whether this tab asked for the overlay: `?isa-overlay` on a site of one's own machine, remembered until
 * `?isa-overlay=off`. While developing it is there anyway.
 */
export function overlayWanted({ location, sessionStorage }: Window): boolean {
  if (!isLoopback(location.href)) return false;
  const asked = new URLSearchParams(location.search).get(PARAMETER);
  if (asked === 'off') sessionStorage.removeItem(STORAGE_KEY);
  else if (asked !== null) sessionStorage.setItem(STORAGE_KEY, 'shown');
  return process.env.NODE_ENV !== 'production' || sessionStorage.getItem(STORAGE_KEY) !== null;
}

/** Whether the areas are outlined: as this tab last had it. */
export function outlinesShown({ sessionStorage }: Window): boolean {
  return sessionStorage.getItem(STORAGE_KEY) === 'shown';
}

export function rememberOutlines({ sessionStorage }: Window, shown: boolean): void {
  sessionStorage.setItem(STORAGE_KEY, shown ? 'shown' : 'hidden');
}
