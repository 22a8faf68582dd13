import { isIP } from 'node:net';
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

/** The ports of this machine's services. The defaults of the others follow `PORT`. */
export function ports() {
  const site = port('PORT', 3000);
  return {
    site,
    cdn: port('CDN_PORT', site + 1),
    api: port('API_PORT', site + 2),
    sandbox: port('SANDBOX_PORT', site + 3),
    /** The operators' pages. */
    ops: port('OPS_PORT', site + 4),
  };
}

/** Where a role answers `/metrics`: `METRICS_PORT`; nowhere when it is not set. @throws UserError */
export function metricsPort(): number | undefined {
  return process.env.METRICS_PORT ? port('METRICS_PORT', 0) : undefined;
}

const EVERY_ADDRESS = ['0.0.0.0', '::'];

/**
 * The address on which the site server and the CDN server listen: `HOST`, or the loopback address, which other machines
 * cannot reach. @throws UserError
 */
export function listenHost(): string {
  const host = process.env.HOST || '127.0.0.1';
  if (isIP(host) > 0) return host;
  throw new UserError(`HOST="${host}" is not an IP address. Use 0.0.0.0 to listen on every address.`);
}

/** Where the other roles reach the API: `API_ORIGIN`, or the API of this machine. */
export function apiOrigin(): string {
  return process.env.API_ORIGIN || `http://localhost:${ports().api}`;
}

/** The origin of the site: `SITE_ORIGIN`, or this machine's site server. */
export function siteOrigin(): string {
  return process.env.SITE_ORIGIN ?? `http://localhost:${ports().site}`;
}

/** The origin from which browsers load releases: `CDN_ORIGIN`, or this machine's CDN server. */
export function cdnOrigin(): string {
  const origin = process.env.CDN_ORIGIN ?? `http://localhost:${ports().cdn}`;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new UserError(
      `CDN_ORIGIN="${origin}" is not an origin. Use a form like https://cdn.academy.example, without a path.`,
    );
  }
  return origin;
}

/** Environment variables for the API and the payment sandbox, in addition to this process's environment. */
export function serviceEnvironment(dataFolder: string): Readonly<Record<string, string>> {
  const { api, sandbox } = ports();
  const environment = {
    NODE_ENV: process.env.NODE_ENV ?? 'development',
    DATA_FOLDER: dataFolder,
    API_PORT: String(api),
    SITE_ORIGIN: siteOrigin(),
  };
  if (!usesSandbox()) return environment;
  return {
    ...environment,
    PAYPAL_API_URL: `http://localhost:${sandbox}`,
    PAYPAL_SDK_URL: `http://localhost:${sandbox}/sdk/js`,
    SANDBOX_PORT: String(sandbox),
    // The API reaches the sandbox through the loopback address, so that no other single address suits it.
    ...(EVERY_ADDRESS.includes(listenHost()) && { SANDBOX_HOST: listenHost() }),
    SANDBOX_STATE_FILE: path.join(dataFolder, 'payment-sandbox.json'),
    SANDBOX_WEBHOOK_URL: `http://localhost:${api}/api/paypal/webhooks`,
  };
}

/** The payment sandbox runs unless the environment names PayPal's own API. */
export function usesSandbox(): boolean {
  return !process.env.PAYPAL_API_URL;
}

/** An address that responds once the payment sandbox is ready. */
export function sandboxProbe(): string {
  return `http://localhost:${ports().sandbox}/sdk/js?client-id=sandbox-client&currency=GBP`;
}

/** Origins of recordings that an object storage serves, for the Content Security Policy. */
export function mediaOrigins({ VIDEO_DELIVERY, VIDEO_STORAGE_URL = '' } = process.env): readonly string[] {
  return VIDEO_DELIVERY === 's3' && URL.canParse(VIDEO_STORAGE_URL)
    ? [new URL(VIDEO_STORAGE_URL).origin]
    : [];
}

/** Origins of the payment buttons, their script and their images, for the Content Security Policy. */
export function paymentOrigins(): readonly string[] {
  return usesSandbox()
    ? [`http://localhost:${ports().sandbox}`]
    : ['https://*.paypal.com', 'https://*.paypalobjects.com'];
}
