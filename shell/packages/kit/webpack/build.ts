import { type BrowserBuild, globalName, nodeConfiguration, type ReleaseOptions } from './build-options';
import webpack from 'webpack';
import { modulesOf, run, scriptsOf } from './build-output';
import { bootstrapConfiguration, configuration } from './configuration';

export async function buildForBrowser(options: ReleaseOptions): Promise<BrowserBuild> {
  const { app, version, outputFolder } = options;
  const output = await run(app, webpack(configuration({ ...options, mode: 'production' })));
  if (app === 'shell') await run(app, webpack(bootstrapConfiguration(outputFolder)));
  const entrypoint = app === 'shell' ? 'main' : globalName(app, version);
  return { ...scriptsOf(output, entrypoint), modules: modulesOf(output) };
}

export async function buildForNode(options: ReleaseOptions): Promise<readonly string[]> {
  return modulesOf(await run(options.app, webpack(nodeConfiguration(options))));
}
