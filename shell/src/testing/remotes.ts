import type { Host, LoadContext, Remote } from '@isa/contract';
import type {
  CompleteRegistry,
  PageRegistry,
  RegisteredRemote,
  RemoteRelease,
} from '../../platform/formats/registry';
import { trackBrokenReleases } from '../remotes/broken-releases';
import { createDocumentExit } from '../remotes/leave-document';
import { pinReleases } from '../remotes/pinned-releases';
import type { RegistryFailure } from '../remotes/registry-source';
import { createRecovery, createReleaseLoader } from '../remotes/release-loader';
import { createRemotes } from '../remotes/remotes';
import { remoteCode, pageWith, registered } from './releases';

export const live = registered('shop', '1.5.0');
export const previous = registered('shop', '1.4.0');
export const shop: RegisteredRemote = { name: 'shop', live, previous };

const context: LoadContext = {
  host: {} as Host,
  params: {},
  url: new URL('https://site.test/books'),
  signal: new AbortController().signal,
};

export interface TabOptions {
  readonly page?: PageRegistry;
  readonly fresh?: CompleteRegistry | RegistryFailure;
  /** The code of each version, or why it cannot be loaded. */
  readonly versions?: Readonly<Record<string, Remote | Error | 'hangs'>>;
  readonly bucket?: number;
  readonly overrides?: readonly RemoteRelease[];
  readonly chosen?: readonly string[];
  readonly allowsInlineStyles?: boolean;
  readonly documentAddress?: string;
  /** The time limit for a release's code, in milliseconds. */
  readonly timeout?: number;
}

/** The remotes of a tab at `/blog`, with fakes for the network and for the document's location. */
export function openTab({
  page = pageWith(1, shop),
  fresh = 'unreachable',
  versions = {},
  bucket = 50,
  overrides = [],
  chosen,
  allowsInlineStyles = false,
  timeout = 50,
  documentAddress = '/blog',
}: TabOptions = {}) {
  const load = jest.fn(async ({ name, version }: RemoteRelease) => {
    const found = versions[version] ?? remoteCode(name, version);
    if (found === 'hangs') return new Promise<never>(() => undefined);
    if (found instanceof Error) throw found;
    return found;
  });
  const loadRegistry = jest.fn(async () => fresh);
  const onFailure = jest.fn();
  const onUnknown = jest.fn();
  const goTo = jest.fn();
  const brokenReleases = trackBrokenReleases(window);
  const location = { pathname: '/blog', search: '', hash: '', assign: goTo, reload: goTo };
  const exit = createDocumentExit({ location, sessionStorage });
  const pinned = pinReleases({
    page,
    overrides,
    bucket: () => bucket,
    chosen,
    brokenReleases,
    loadRegistry,
  });
  const remotes = createRemotes({
    pinned,
    exit,
    loader: createReleaseLoader({
      loadRemote: load,
      recover: createRecovery(async () => [], 0),
      timeout,
    }),
    brokenReleases,
    refetchScripts: async () => [],
    documentAddress,
    allowsInlineStyles,
    reports: { failed: onFailure, unknown: onUnknown },
  });
  /** The versions of the visited page's code and data. */
  const visit = async (path = '/books') => {
    const route = await remotes.route('shop', path, new URL(path, 'https://site.test'));
    const [data, module] = await Promise.all([route.load?.(context), route.page()]);
    return { data, page: module.default({ data }) };
  };
  const requested = () => load.mock.calls.map(([{ version }]) => version);
  const failures = () =>
    onFailure.mock.calls.map(
      ([{ version, slot }, phase]: [RemoteRelease, string]) => `${slot} ${version} ${phase}`,
    );
  const menuLabels = () => pinned.navigation.getState().menu.map(({ label }) => label);
  return { remotes, pinned, exit, visit, requested, failures, menuLabels, loadRegistry, goTo, onUnknown };
}

/** Resolves after everything that could settle has settled. */
export const afterSettling = () => new Promise((resolve) => setTimeout(resolve, 20, 'pending'));

/** A release of a development server. */
export function overrideOf(version: string): RemoteRelease {
  return { name: 'shop', slot: 'override', ...live, scripts: [], version, entry: 'http://localhost:1/e.js' };
}
