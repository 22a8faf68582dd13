import { isRecord, safeStorage } from '@isa/contract';
import { isLoopback, type RemoteRelease } from '../../formats/registry';

/** `?isa-override=http://localhost:3011/` replaces a remote by that of a development server, in a running shell on its preview origin. */
const PARAMETER = 'isa-override';
const STORAGE_KEY = 'isa-shell:override';

interface OverridePage extends Pick<Window, 'sessionStorage'> {
  readonly location: Pick<Location, 'search'>;
}

/**
 * The remote of a development server that this tab uses. Accepts only loopback addresses, so that a link cannot bring
 * foreign code into a visitor's page; `?isa-override=off` ends it.
 * @returns `undefined` when the development server is not running: the released remote stays.
 */
export async function loadOverride(page: OverridePage): Promise<RemoteRelease | undefined> {
  const address = overrideAddress(page);
  if (!address) return undefined;
  try {
    const response = await fetch(new URL('remote.json', address));
    const release: unknown = await response.json();
    if (!isRegistered(release) || !isLoopback(release.entry)) return undefined;
    return { ...release, slot: 'override', unverified: true };
  } catch {
    return undefined;
  }
}

function overrideAddress(page: OverridePage): string | undefined {
  const storage = safeStorage('sessionStorage', page);
  const requested = new URLSearchParams(page.location.search).get(PARAMETER);
  if (requested && isLoopback(requested)) {
    storage.write(STORAGE_KEY, requested);
    return requested;
  }
  if (requested === 'off') storage.remove(STORAGE_KEY);
  const stored = storage.read(STORAGE_KEY);
  return stored && isLoopback(stored) ? stored : undefined;
}

function isRegistered(value: unknown): value is Omit<RemoteRelease, 'slot'> {
  return (
    isRecord(value) &&
    ['name', 'version', 'entry', 'globalName', 'integrity'].every((key) => typeof value[key] === 'string') &&
    Array.isArray(value.routes) &&
    Array.isArray(value.menu)
  );
}
