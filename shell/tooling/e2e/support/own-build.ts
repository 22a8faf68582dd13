import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import webpack from 'webpack';
import { run } from '../../../packages/kit/webpack/build-output';
import { integrityOf } from '../../../platform/formats/integrity-of';
import type { RegisteredRelease } from '../../../platform/formats/registry';
import { fulfilScript } from './release-routes';

/** The code of a basket page that needs the shell's React and its theme. */
const REMOTE = `
import { createElement, useState } from 'react';
import { Button } from '@isa/ui';
function Basket() {
  const [clicks, count] = useState(0);
  return createElement('h1', null, 'Own build ', createElement(Button, { onClick: () => count(clicks + 1) }, 'clicks: ' + clicks));
}
const page = async () => ({ default: Basket });
export default { name: 'shop', menu: [], routes: [{ path: '/isa-basket', title: 'Basket', page }] };
`;

/**
 * Builds a release of the shop without federation's package: with the container that is part of webpack, as earlier
 * kits did. Serves it on the CDN.
 * @returns its entry in a registry.
 */
export async function serveShopOfOwnBuild(context: BrowserContext): Promise<Partial<RegisteredRelease>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-own-build-'));
  try {
    await writeFile(path.join(folder, 'remote.js'), REMOTE);
    const shared = { singleton: true, import: false, requiredVersion: '*' } as const;
    const name = 'mf_shop_own_build';
    const build = webpack({
      mode: 'production',
      context: folder,
      entry: {},
      output: { path: path.join(folder, 'dist'), uniqueName: 'shop@own-build', publicPath: 'auto' },
      performance: false,
      plugins: [
        new webpack.container.ModuleFederationPlugin({
          name,
          library: { type: 'var', name },
          filename: 'remote-entry.js',
          exposes: { './remote': { import: './remote.js', name: 'remote' } },
          shared: { react: shared, '@isa/ui': shared },
        }),
      ],
    });
    await run('the shop with a container of webpack’s own', build);
    const files = await readdir(path.join(folder, 'dist'));
    const scripts = new Map<string, Buffer>();
    for (const file of files) scripts.set(file, await readFile(path.join(folder, 'dist', file)));
    await context.route('**/shop/own-build/*', (route) => {
      const body = scripts.get(path.basename(new URL(route.request().url()).pathname));
      return body ? fulfilScript(route, body) : route.abort();
    });
    const hashes = Object.fromEntries([...scripts].map(([file, bytes]) => [file, integrityOf(bytes)]));
    const { 'remote-entry.js': integrity = '', ...others } = hashes;
    return {
      version: 'own-build',
      entry: 'shop/own-build/remote-entry.js',
      globalName: name,
      integrity,
      hashes: others,
      scripts: [],
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
