import { rendererVersion } from '../prerender/cache-invalidation';
import { bundleScripts } from '../../packages/node/bundle-scripts';
import { root } from '../../packages/node/folders';

/**
 * Without the TypeScript loader each role starts with half of the processor time and two thirds of the
 * memory.
 * @returns the folder of `role.cjs`, of the operators' commands, and of the check of a release.
 */
export async function bundleRoles(): Promise<string> {
  const commands = ['role', 'doctor', 'backup', 'media', 'packaged/release'].map(
    (name) => `shell/tooling/commands/${name}.ts`,
  );
  const scripts = [...commands, 'shell/platform/release/checks/check-process.ts'];
  const revision = JSON.stringify(await rendererVersion(root));
  return bundleScripts(scripts, 'roles', { 'process.env.RENDERER_VERSION': revision });
}
