import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Configuration } from 'webpack';
import { testFolder } from '../../../../api/testing/test-folder';
import { integrityOf } from '../../../platform/formats/integrity-of';
import { isShared } from '../../../platform/formats/release';
import { nodeConfiguration } from './build-options';
import { configuration } from './configuration';
import { assetName } from './shared-names';

const options = { app: 'shop', mode: 'production', version: '1.5.0' } as const;
const ASSETS = ['Inter-Regular.woff2', 'inter.latin.woff2', 'Café 2.woff2', 'hero@2x.PNG'];

/** Builds a page with all of these assets and chunks. @returns the contents of its files, by their names. */
async function build(configured: Configuration): Promise<ReadonlyMap<string, Buffer>> {
  const context = testFolder();
  for (const asset of ASSETS) await writeFile(path.join(context, asset), asset);
  await writeFile(path.join(context, 'page.js'), 'export default "a page";');
  await mkdir(path.join(context, 'output'));
  const uses = ASSETS.map((asset) => `String(new URL(${JSON.stringify(`./${asset}`)}, import.meta.url))`);
  const chunks = ['Big Page', 'page.two'].map(
    (name) => `import(/* webpackChunkName: ${JSON.stringify(name)} */ './page.js?${encodeURI(name)}')`,
  );
  await writeFile(path.join(context, 'index.js'), `export const all = [${[...uses, ...chunks].join(', ')}];`);
  const compiler = webpack({ ...configured, context, entry: { Main: './index.js' } });
  const files = new Map<string, Buffer>();
  compiler.hooks.compilation.tap('test', (compilation) => {
    compilation.hooks.afterProcessAssets.tap('test', (assets) => {
      for (const [name, source] of Object.entries(assets)) files.set(name, Buffer.from(source.buffer()));
    });
  });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else compiler.close(() => resolve());
    });
  });
  return files;
}

it('names files of a build so that releases can share them, however their author has spelt them', async () => {
  const outputFolder = path.join(testFolder(), 'output');
  const { plugins = [], ...configured } = configuration({ ...options, outputFolder });
  // The test's page exposes no module.
  const without = plugins.filter((plugin) => !(plugin instanceof ModuleFederationPlugin));
  const built = await build({ ...configured, plugins: without });
  const served = [...built].filter(([name]) => !name.endsWith('.map'));
  const files = Object.fromEntries(
    served.map(([name, bytes]) => [name, { integrity: integrityOf(bytes) }] as const),
  );
  const release = { name: 'shop', version: '1.5.0', sharesFiles: true, files } as const;
  expect(Object.keys(files).filter((name) => !isShared(release, name))).toEqual([]);
  const names = Object.keys(files)
    .map((name) => name.replace(/\.[\da-f]{20}\./, '.'))
    .sort();
  expect(names).toEqual([
    'assets/caf-2.woff2',
    'assets/hero-2x.png',
    'assets/inter-latin.woff2',
    'assets/inter-regular.woff2',
    'big-page.js',
    'main.js',
    'page-two.js',
  ]);
  // The scripts load the chunks by these names.
  const scripts = served.filter(([name]) => name.startsWith('main.')).map(([, bytes]) => String(bytes));
  expect(scripts.join('\n')).toContain('big-page');

  // Prerendered pages have the addresses of the browser's build.
  const node = await build(nodeConfiguration({ ...options, outputFolder }));
  const assets = [...built.keys()].filter((name) => name.startsWith('assets/'));
  const server = [...node.values()].map(String).join('\n');
  expect(assets.filter((name) => !server.includes(name))).toEqual([]);
});

it('names an asset without a file name', () => {
  expect(assetName({ filename: 'data:image/png;base64,AAAA' })).toBe('assets/data.[contenthash:20][ext]');
  expect(assetName({ filename: 'src/Hero.svg?inline#part' })).toBe('assets/hero.[contenthash:20].svg');
});
