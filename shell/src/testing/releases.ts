import type { Remote } from '@isa/contract';
import type {
  PageRegistry,
  RegisteredRelease,
  RegisteredRemote,
  RemoteRelease,
  Slot,
} from '../remotes/registry';
import { pageRelease } from '../remotes/registry';

export const CDN = 'https://cdn.test';

/** A release of a remote with one page, `/books`, and whatever else is said. */
export function registered(
  name: string,
  version: string,
  change: Partial<RegisteredRelease> = {},
): RegisteredRelease {
  return {
    version,
    entry: `${name}/${version}/remote-entry.js`,
    globalName: `mf_${name}_${version}`.replace(/\W/g, '_'),
    integrity: `sha384-${'b'.repeat(64)}`,
    scripts: [],
    routes: [{ path: '/books', title: 'Books' }],
    menu: [{ menu: 'main', label: 'Books', path: '/books', order: 50 }],
    ...change,
  };
}

/** What a page would have of such a release. */
export function release(name: string, version: string, slot: Slot = 'live'): RemoteRelease {
  return pageRelease({ cdn: CDN }, name, slot, registered(name, version));
}

export function pageWith(revision: number, ...remotes: RegisteredRemote[]): PageRegistry {
  return { cdn: CDN, registry: { revision, shell: { live: '1.0.0' }, remotes } };
}

/** The code of a release: its one page shows the version, its data is the version. */
export function codeOf(name: string, version: string, path = '/books'): Remote {
  return {
    name,
    menu: [],
    routes: [
      {
        path,
        title: 'Books',
        load: async () => version,
        page: async () => ({ default: () => version }),
      },
    ],
  };
}

export function networkError(): Error {
  return Object.assign(new Error('down'), { name: 'ScriptNetworkError' });
}
