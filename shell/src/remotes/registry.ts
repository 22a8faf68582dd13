import type { MenuEntry, RouteData } from '@isa/contract';

/** One remote as a page knows it before any of its code has run. */
export interface RegisteredRemote {
  readonly name: string;
  readonly version: string;
  /** Absolute address of the entry script. */
  readonly entry: string;
  /** Where the entry leaves its container; unique for each release. */
  readonly globalName: string;
  /** The entry's hash (W3C Subresource Integrity). The entry itself holds those of its chunks. */
  readonly integrity: string;
  /**
   * A development server's scripts change while one looks at them. Obeyed for loopback addresses only;
   * anywhere else a script without its hash is refused.
   */
  readonly unverified?: boolean;
  readonly routes: readonly RouteData[];
  readonly menu: readonly MenuEntry[];
}

/** Which release of each remote is live. Composed into every page; nothing of it is built into the shell. */
export interface Registry {
  readonly revision: string;
  readonly remotes: readonly RegisteredRemote[];
}

/** The id of the JSON script element in the page. */
export const REGISTRY_ELEMENT = 'isa-registry';

/** Reads the registry that was composed into the page. */
export function readRegistry(page: Document): Registry {
  const text = page.getElementById(REGISTRY_ELEMENT)?.textContent;
  if (!text) throw new Error('The page was composed without a registry.');
  return JSON.parse(text) as Registry;
}

/** Whether an address is on this very machine (RFC 6761 §6.3, RFC 5735 §3). */
export function isLoopback(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
