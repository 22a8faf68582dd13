import type { SharedRequest } from '../packages/kit/webpack/shared-packages';
import { keepStyles } from './browser/keep-styles';
import { nextTask } from './browser/next-task';
import type { SharedModules } from './remotes/federation';

/** The versions of the shared packages by request, which the build defines. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;

/**
 * The packages for the remotes, in the order of their dependencies; each runs when it is imported here. Each
 * has a task of its own, because together they block a phone for a quarter of a second.
 */
const PACKAGES: Readonly<Record<SharedRequest | 'react-dom/client', () => Promise<object>>> = {
  react: () => import(/* webpackMode: "eager" */ 'react'),
  'react/jsx-runtime': () => import(/* webpackMode: "eager" */ 'react/jsx-runtime'),
  'react-dom': () => import(/* webpackMode: "eager" */ 'react-dom'),
  'react-dom/client': () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  'styled-components': () => keepStyles(() => import(/* webpackMode: "eager" */ 'styled-components')),
  '@isa/contract': () => import(/* webpackMode: "eager" */ '@isa/contract'),
  '@isa/contract/router': () => import(/* webpackMode: "eager" */ '@isa/contract/router'),
  '@isa/ui': () => import(/* webpackMode: "eager" */ '@isa/ui'),
  // Fast Refresh compiles JSX to another module.
  ...(process.env.NODE_ENV !== 'production' && {
    'react/jsx-dev-runtime': () => import(/* webpackMode: "eager" */ 'react/jsx-dev-runtime'),
  }),
};

async function main() {
  const shared: Record<string, SharedModules[string]> = {};
  for (const [request, load] of Object.entries(PACKAGES)) {
    await nextTask();
    const module = await load();
    const version = SHARED_VERSIONS[request];
    if (version) shared[request] = { version, module };
  }
  await nextTask();
  const { start } = await import(/* webpackMode: "eager" */ './start');
  await nextTask();
  await start(shared);
}

void main();
