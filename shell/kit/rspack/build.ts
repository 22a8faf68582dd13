import { rspack } from '@rspack/core';
import { type BrowserBuild, globalName, type ReleaseOptions } from '../webpack/build-options';
import { modulesOf, run, scriptsOf } from '../webpack/build-output';
import { browserConfiguration, nodeConfiguration } from './configuration';

export async function buildForBrowser(options: ReleaseOptions): Promise<BrowserBuild> {
  const { app, version } = options;
  const output = await run(app, rspack(browserConfiguration(options)));
  return { ...scriptsOf(output, globalName(app, version)), modules: modulesOf(output) };
}

export async function buildForNode(options: ReleaseOptions): Promise<readonly string[]> {
  return modulesOf(await run(options.app, rspack(nodeConfiguration(options))));
}
