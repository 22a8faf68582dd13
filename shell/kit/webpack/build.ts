import { type BrowserBuild, globalName, type ReleaseOptions } from './build-options';
import { modulesOf, scriptsOf } from './build-output';
import { compile } from './compile';
import { configuration, nodeConfiguration, bootstrapConfiguration } from './configuration';

export async function buildForBrowser(options: ReleaseOptions): Promise<BrowserBuild> {
  const { app, version, outputFolder } = options;
  const output = await compile(app, configuration({ ...options, mode: 'production' }));
  if (app === 'shell') await compile(app, bootstrapConfiguration(outputFolder));
  const entrypoint = app === 'shell' ? 'main' : globalName(app, version);
  return { ...scriptsOf(output, entrypoint), modules: modulesOf(output) };
}

export async function buildForNode(options: ReleaseOptions): Promise<readonly string[]> {
  return modulesOf(await compile(options.app, nodeConfiguration(options)));
}
