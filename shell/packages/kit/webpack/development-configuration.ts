import path from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { Configuration } from 'webpack';
import { root } from '../../node/folders';
import { browserBuild, type BuildOptions, REFRESH_FOLDER } from './build-options';
import { configuration } from './configuration';

/** The configuration of a development server. It has Fast Refresh, whose packages no release is built with. */
export function developmentConfiguration(options: BuildOptions): Configuration {
  const { plugins = [], ...base } = configuration(options);
  const refresh = new ReactRefreshPlugin({
    library: browserBuild(options).output.uniqueName,
    overlay: {
      entry: false,
      module: path.join(REFRESH_FOLDER, 'report-errors.ts'),
      sockIntegration: false,
    },
    exclude: [/node_modules/, REFRESH_FOLDER, path.join(root, 'shell/src/development')],
  });
  return { ...base, plugins: [...plugins, refresh] };
}
