import { readdirSync } from 'node:fs';
import path from 'node:path';
import { remoteNames, root } from '../../packages/node/folders';
import { ports } from '../../platform/server/addresses';

/** Above the ports of the development servers. */
export const galleryPort = () => ports().site + 30;

const SUFFIX = '.stories.tsx';

/** The files with stories by the name of their feature: `shop-basket`, `shell-primitives`. */
export function storyFiles(): ReadonlyMap<string, string> {
  const folders = [
    ['shell', 'shell/tooling/gallery'],
    ['shell', 'shell/src'],
    ...remoteNames().map((name) => [name, `mfe-${name}/src`] as const),
  ] as const;
  const found = folders.flatMap(([app, sources]) =>
    readdirSync(path.join(root, sources), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(SUFFIX))
      .map((name): [string, string] => [
        `${app}-${path.basename(name, SUFFIX)}`,
        path.join(root, sources, name),
      ]),
  );
  return new Map(found.sort());
}
