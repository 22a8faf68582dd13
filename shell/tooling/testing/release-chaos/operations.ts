import { minimalRemote, MINIMAL_SHELL } from '../release/minimal-builds';
import { contentName } from '../release/test-store';

/** The remotes, each of which has a team. */
export const REMOTES = ['shop', 'learning', 'marketing'] as const;

/** What a team or the operators do. */
export const OPERATIONS = [
  'publish',
  'check',
  'promote',
  'canary',
  'next step',
  'abort',
  'rollback',
  'retire',
  'prune',
] as const;

export interface Operation {
  readonly id: number;
  readonly kind: (typeof OPERATIONS)[number];
  readonly app: string;
  readonly version: string;
  readonly percent: number;
  /** Whether the operation needs a recorded check. */
  readonly isChecked: boolean;
  /** The process kills itself before or after its nth request to the store. */
  readonly killAt?: { readonly request: number; readonly isBefore: boolean } | undefined;
}

/** The author of a change, which is unique, so that it is found in the history. */
export const authorOf = ({ app, id }: Pick<Operation, 'app' | 'id'>) => `team ${app}, operation ${id}`;

const PATHS: Readonly<Record<string, string>> = { shop: '/books', learning: '/lessons', marketing: '/posts' };
/** The only page of an app, which is filled from the API's path of this name. */
export const pathOf = (app: string): string => PATHS[app] ?? '/courses';

/** How many scripts the releases of an app share: each has one of them. */
const EDITIONS = 3;

/** The files of a release whose pages show its version. A script has the same bytes in every third release. */
export function releaseOf(app: string, version: string) {
  const build = app === 'shell' ? MINIMAL_SHELL : minimalRemote(`${app} ${version}`, app);
  const icons = { 'public/favicon.ico': 'icon', 'public/favicon.svg': '<svg/>' };
  const own = app === 'shell' ? icons : {};
  const script = `// edition ${Number(version.split('.')[1]) % EDITIONS}`;
  const files = { 'node/server.cjs': build, [contentName('remote.js', script)]: script, ...own };
  return { app, version, paths: [pathOf(app)], sharesFiles: true as const, files };
}
