import path from 'node:path';
import { UserError } from './user-error';

function port(variable: string, fallback: number): number {
  const text = process.env[variable];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535) {
    throw new UserError(`${variable}="${text}" is not a port number between 1 and 65535.`);
  }
  return value;
}

/** Where everything listens on this machine. `PORT` moves the site and the others with it. */
export function ports() {
  const site = port('PORT', 3000);
  return {
    site,
    cdn: port('CDN_PORT', site + 1),
    api: port('API_PORT', site + 2),
    sandbox: port('SANDBOX_PORT', site + 3),
  };
}

/** Where browsers find the store: another host's address, or this machine's own CDN. No slash at the end. */
export function cdnOrigin(): string {
  const origin = process.env.CDN_ORIGIN ?? `http://localhost:${ports().cdn}`;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new UserError(
      `CDN_ORIGIN="${origin}" is no origin: write https://cdn.academy.example, without a path.`,
    );
  }
  return origin;
}

/** What the API and the payment sandbox are told, beyond the environment that they are started in. */
export function serviceEnvironment(dataFolder: string): Readonly<Record<string, string>> {
  const { site, api, sandbox } = ports();
  const environment = {
    NODE_ENV: process.env.NODE_ENV ?? 'development',
    DATA_FOLDER: dataFolder,
    API_PORT: String(api),
    SITE_ORIGIN: process.env.SITE_ORIGIN ?? `http://localhost:${site}`,
  };
  if (!usesSandbox()) return environment;
  return {
    ...environment,
    PAYPAL_API_URL: `http://localhost:${sandbox}`,
    PAYPAL_SDK_URL: `http://localhost:${sandbox}/sdk/js`,
    SANDBOX_PORT: String(sandbox),
    SANDBOX_STATE_FILE: path.join(dataFolder, 'payment-sandbox.json'),
    SANDBOX_WEBHOOK_URL: `http://localhost:${api}/api/paypal/webhooks`,
  };
}

/** The payment sandbox runs unless the environment leads to PayPal itself. */
export function usesSandbox(): boolean {
  return !process.env.PAYPAL_API_URL;
}

/** An address that answers once the payment sandbox is up. */
export function sandboxProbe(): string {
  return `http://localhost:${ports().sandbox}/sdk/js?client-id=sandbox-client&currency=GBP`;
}

/** Where the payment buttons, their script and their pictures may come from. */
export function paymentOrigins(): readonly string[] {
  return usesSandbox()
    ? [`http://localhost:${ports().sandbox}`]
    : ['https://*.paypal.com', 'https://*.paypalobjects.com'];
}
