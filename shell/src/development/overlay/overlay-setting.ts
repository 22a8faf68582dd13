import { safeStorage } from '@isa/contract';
import { isLoopback } from '../../../platform/formats/registry';

const PARAMETER = 'isa-overlay';
const STORAGE_KEY = 'isa-shell:overlay';

/** On a loopback address with `?isa-overlay`, stored until `?isa-overlay=off`; always in development. */
export function overlayEnabled(page: Window): boolean {
  const { location } = page;
  if (!isLoopback(location.href)) return false;
  const storage = safeStorage('sessionStorage', page);
  const requested = new URLSearchParams(location.search).get(PARAMETER);
  if (requested === 'off') storage.remove(STORAGE_KEY);
  else if (requested !== null) storage.write(STORAGE_KEY, 'shown');
  return process.env.NODE_ENV !== 'production' || storage.read(STORAGE_KEY) !== undefined;
}

export function isOverlayOpen(): boolean {
  return safeStorage('sessionStorage').read(STORAGE_KEY) === 'shown';
}

export function storeOverlayOpen(isOpen: boolean): void {
  safeStorage('sessionStorage').write(STORAGE_KEY, isOpen ? 'shown' : 'hidden');
}
