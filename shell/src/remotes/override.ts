import { isRecord, safeStorage } from '@isa/contract';
import { isLoopback, type RemoteRelease } from '../../platform/formats/registry';

/** `?isa-override=http://localhost:3011/` loads a development server's remote; it may come several times. */
const PARAMETER = 'isa-override';
const STORAGE_KEY = 'isa-shell:override';

export interface AddressedTab extends Pick<Window, 'sessionStorage'> {
  readonly location: Pick<Location, 'search'>;
}

/**
 * Loads the remotes of development servers. Only loopback addresses are accepted, so that a link cannot bring
 * foreign code; `?isa-override=off` ends it. Meanwhile the released remote stays.
 */
export async function loadOverrides(page: AddressedTab): Promise<readonly RemoteRelease[]> {
  const loaded = await Promise.all(overrideAddresses(page).map(loadOverride));
  return loaded.filter((release) => release !== undefined);
}

async function loadOverride(address: string): Promise<RemoteRelease | undefined> {
  try {
    const response = await fetch(new URL('remote.json', address));
    const release: unknown = await response.json();
    if (!isRegistered(release) || !isLoopback(release.entry)) return undefined;
    return { ...release, scripts: [], slot: 'override', unverified: true };
  } catch {
    return undefined;
  }
}

function overrideAddresses(page: AddressedTab): readonly string[] {
  const storage = safeStorage('sessionStorage', page);
  const requested = new URLSearchParams(page.location.search).getAll(PARAMETER);
  if (requested.includes('off')) storage.remove(STORAGE_KEY);
  const added = requested.filter(isLoopback);
  const stored = (storage.read(STORAGE_KEY) ?? '').split(' ').filter(isLoopback);
  const addresses = [...new Set([...added, ...stored])];
  if (added.length > 0) storage.write(STORAGE_KEY, addresses.join(' '));
  return addresses;
}

function isRegistered(value: unknown): value is Omit<RemoteRelease, 'slot'> {
  return (
    isRecord(value) &&
    ['name', 'version', 'entry', 'globalName', 'integrity'].every((key) => typeof value[key] === 'string') &&
    Array.isArray(value.routes) &&
    Array.isArray(value.menu)
  );
}
