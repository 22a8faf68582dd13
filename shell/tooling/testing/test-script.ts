import path from 'node:path';
import { bundleScripts } from '../../packages/node/bundle-scripts';

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a script once for all processes that a test file starts: each then takes a third of the time.
 * @param script relative to the project's root.
 * @returns its bundle, which Node runs.
 */
export async function testScript(script: string): Promise<string> {
  const bundle = bundles.get(script) ?? bundleScripts([script], 'test-scripts');
  bundles.set(script, bundle);
  return path.join(await bundle, `${path.basename(script, '.ts')}.cjs`);
}
