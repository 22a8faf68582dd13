import type { Remote } from '@isa/contract';
import { inlinedRegistry, readRegistry, REGISTRY_ELEMENT } from '../../platform/formats/inlined-registry';
import type {
  CompleteRegistry,
  PageRegistry,
  RegisteredRelease,
  RegisteredRemote,
  RemoteRelease,
  Slot,
} from '../../platform/formats/registry';
import { pageRelease } from '../../platform/formats/registry';

export const TEST_CDN = 'https://cdn.test';

/** A registered release of a remote with one page, `/books`, unless changed. */
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

/** The same release as a page uses it. */
export function release(name: string, version: string, slot: Slot = 'live'): RemoteRelease {
  return pageRelease({ cdn: TEST_CDN }, name, slot, registered(name, version));
}

export function pageWith(revision: number, ...remotes: RegisteredRemote[]): CompleteRegistry {
  return { cdn: TEST_CDN, registry: { revision, shell: { live: '1.0.0' }, remotes } };
}

/** The registry as a page contains it that this remote renders, or none. */
export function registryInPageOf(remote: string | undefined, page: CompleteRegistry): PageRegistry {
  const element = document.createElement('script');
  element.id = REGISTRY_ELEMENT;
  element.type = 'application/json';
  element.textContent = JSON.stringify(inlinedRegistry(page, (name) => name === remote));
  document.body.append(element);
  try {
    return readRegistry(document);
  } finally {
    element.remove();
  }
}

/** The code of a release whose page and data are its version. */
export function remoteCode(name: string, version: string, path = '/books'): Remote {
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
