import path from 'node:path';
import { readOpsReadToken } from '../../ops/pages/ops-token';
import { root } from '../../tools/folders';
import { dataFolder } from '../../tools/locations';
import { serviceEnvironment } from '../../tools/settings';
import { environmentFor } from '../../hosting/roles';

/** Node's arguments that run a compiled script of the API. @param script below `api`. */
export function apiScript(script: string, ...args: readonly string[]): string[] {
  return [path.join(root, 'api/dist', script), ...args];
}

/**
 * The environment of the API's processes.
 * @param given the environment of the command.
 * @throws UserError when `OPS_READ_TOKEN` is invalid.
 */
export async function apiEnvironment(
  roles: readonly ('web' | 'jobs' | 'prepare')[],
  given: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  // Outside production the data folder provides it.
  const token = roles.includes('web') && (await readOpsReadToken(dataFolder, given));
  return {
    ...environmentFor(roles, given),
    ...serviceEnvironment(dataFolder),
    ...(token && { OPS_READ_TOKEN: token }),
  };
}
