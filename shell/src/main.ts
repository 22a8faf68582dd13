import type { SharedRequest } from '../packages/kit/webpack/shared-packages';
import { keepStyles } from './browser/keep-styles';
import { nextTask } from './browser/next-task';

/**
 * The packages for the remotes, in the order of their dependencies; each runs when it is imported here. Each
 * has a task of its own, because together they block a phone for a quarter of a second.
 */
const PACKAGES: Readonly<Record<SharedRequest | 'react-dom/client', () => Promise<unknown>>> = {
  react: () => import(/* webpackMode: "eager" */ 'react'),
  'react/jsx-runtime': () => import(/* webpackMode: "eager" */ 'react/jsx-runtime'),
  'react-dom': () => import(/* webpackMode: "eager" */ 'react-dom'),
  'react-dom/client': () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  'styled-components': () => keepStyles(() => import(/* webpackMode: "eager" */ 'styled-components')),
  '@isa/contract': () => import(/* webpackMode: "eager" */ '@isa/contract'),
  '@isa/contract/router': () => import(/* webpackMode: "eager" */ '@isa/contract/router'),
  '@isa/ui': () => import(/* webpackMode: "eager" */ '@isa/ui'),
};

async function main() {
  for (const run of Object.values(PACKAGES)) {
    await nextTask();
    await run();
  }
  await nextTask();
  const { start } = await import(/* webpackMode: "eager" */ './start');
  await nextTask();
  await start();
}

void main();
