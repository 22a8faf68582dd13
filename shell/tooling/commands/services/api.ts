import path from 'node:path';
import { officeOrigin, ports, siteOrigin, usesSandbox } from '../../../platform/server/addresses';
import { dataFolder, root } from '../../../packages/node/folders';
import { listenHost } from '../../../packages/node/ports';
import { trustFile } from '../../../platform/store/locations';
import { environmentFor } from '../../../platform/hosting/roles';

/** @returns Node's arguments that run a compiled script of the API. @param script its path below `api`. */
export function apiScript(script: string, ...args: readonly string[]): string[] {
  return [path.join(root, 'api/dist', script), ...args];
}

/** @param given the environment of the command. */
export function apiEnvironment(
  roles: readonly ('web' | 'jobs' | 'office' | 'prepare')[],
  given: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return { ...environmentFor(roles, given), ...serviceEnvironment(), RELEASE_TRUST: trustFile };
}

/** Environment variables for the API and the payment sandbox, in addition to this process's environment. */
export function serviceEnvironment(): Readonly<Record<string, string>> {
  const { api, sandbox, office } = ports();
  const environment = {
    NODE_ENV: process.env.NODE_ENV ?? 'development',
    DATA_FOLDER: dataFolder,
    API_PORT: String(api),
    SITE_ORIGIN: siteOrigin(),
    OFFICE_PORT: String(office),
    OFFICE_ORIGIN: officeOrigin(),
  };
  if (!usesSandbox()) return environment;
  return {
    ...environment,
    PAYPAL_API_URL: `http://localhost:${sandbox}`,
    PAYPAL_SDK_URL: `http://localhost:${sandbox}/sdk/js`,
    SANDBOX_PORT: String(sandbox),
    // The sandbox listens on all addresses, because the API reaches it through the loopback address and no
    // other single address suits it.
    ...(['0.0.0.0', '::'].includes(listenHost()) && { SANDBOX_HOST: listenHost() }),
    SANDBOX_STATE_FILE: path.join(dataFolder, 'payment-sandbox.json'),
    SANDBOX_WEBHOOK_URL: `http://localhost:${api}/api/paypal/webhooks`,
  };
}

/** An address that responds once the payment sandbox is ready. */
export function sandboxProbe(): string {
  return `http://localhost:${ports().sandbox}/sdk/js?client-id=sandbox-client&currency=GBP`;
}
