import { isLoopback, type RemoteOutline, type RemoteRelease } from '../../formats/registry';

/** `?isa-override=http://localhost:3011/` puts a remote from one's own machine into any running shell. */
const PARAMETER = 'isa-override';
const STORAGE_KEY = 'isa-shell:override';

/**
 * Replaces one remote by that of a development server for this tab. Only loopback addresses are obeyed, so
 * that a link cannot bring foreign code into anybody's page; `?isa-override=off` ends it.
 */
export async function withOverride(
  releases: readonly RemoteOutline[],
  page: Window,
): Promise<readonly RemoteOutline[]> {
  const address = chosenAddress(page);
  if (!address) return releases;
  const remote = await describe(address);
  if (!remote) return releases;
  return [...releases.filter(({ name }) => name !== remote.name), remote];
}

function chosenAddress({ location, sessionStorage }: Window): string | undefined {
  const asked = new URLSearchParams(location.search).get(PARAMETER);
  if (asked === 'off') sessionStorage.removeItem(STORAGE_KEY);
  else if (asked && isLoopback(asked)) sessionStorage.setItem(STORAGE_KEY, asked);
  const kept = sessionStorage.getItem(STORAGE_KEY);
  return kept && isLoopback(kept) ? kept : undefined;
}

/** Asks the development server what it serves; one that is gone leaves the released remote in place. */
async function describe(address: string): Promise<RemoteRelease | undefined> {
  try {
    const response = await fetch(new URL('remote.json', address));
    const remote = (await response.json()) as RemoteRelease;
    return isLoopback(remote.entry) ? { ...remote, slot: 'override', unverified: true } : undefined;
  } catch {
    return undefined;
  }
}
