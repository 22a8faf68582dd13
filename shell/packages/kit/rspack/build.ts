import { type Configuration, rspack } from '@rspack/core';
import {
  type BrowserBuild,
  browserBuild,
  containerOptions,
  FONTS,
  globalName,
  nodeConfiguration,
  type ReleaseOptions,
  RESOLVE,
  SOURCES,
  STYLE_SHEETS,
  swcOptions,
} from '../webpack/build-options';
import { modulesOf, run, scriptsOf } from '../webpack/build-output';

export async function buildForBrowser(options: ReleaseOptions): Promise<BrowserBuild> {
  const { app, version } = options;
  const output = await run(app, rspack(browserConfiguration(options)));
  return { ...scriptsOf(output, globalName(app, version)), modules: modulesOf(output) };
}

export async function buildForNode(options: ReleaseOptions): Promise<readonly string[]> {
  return modulesOf(await run(options.app, rspack(nodeConfiguration(options))));
}

function browserConfiguration(options: ReleaseOptions): Configuration {
  const release = { ...options, mode: 'production' } as const;
  const build = browserBuild(release);
  const loader = { loader: 'swc-loader', options: { ...swcOptions(release), sourceMaps: true } };
  return {
    ...build,
    entry: {},
    resolve: RESOLVE,
    module: { rules: [{ ...SOURCES, use: loader }, STYLE_SHEETS, FONTS] },
    plugins: [new rspack.container.ModuleFederationPluginV1(containerOptions(release))],
    optimization: {
      ...build.optimization,
      minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false })],
    },
    cache: false,
  };
}
