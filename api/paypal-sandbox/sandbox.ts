import { once } from 'node:events';
import { createServer } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import Koa, { type Middleware } from 'koa';
import { z } from 'zod';
import { createTokenAccess, type Credentials } from './access';
import { browserRouter } from './browser-files';
import { buyerRouter } from './buyer';
import { controlRouter } from './control';
import { type FaultPlan, Faults } from './faults';
import { Payments } from './payments';
import { debugId, PayPalError } from './paypal-error';
import type { Merchant } from './presenter';
import { restRouter } from './rest';
import { openStore } from './store';
import { createSigner, Deliveries, type Webhook } from './webhooks';

export interface SandboxOptions {
  readonly port: number;
  readonly host?: string | undefined;
  /** The sandbox's address for browsers and the shop; by default http://localhost:<port>. */
  readonly origin?: string | undefined;
  readonly credentials: Credentials;
  readonly merchant: Merchant;
  /** The shop's endpoint for events; without it no events are sent. */
  readonly webhook?: Webhook | undefined;
  readonly stateFile?: string | undefined;
  /** Opens `/sandbox/control`, which approves, refunds and injects faults without authentication. */
  readonly control?: boolean;
  /** Pause before the second attempt of a delivery, in milliseconds; doubled after each attempt. */
  readonly webhookPauseMs?: number;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Merchant and credentials of shop and sandbox without configuration. */
export const sampleMerchant: Merchant = {
  id: 'SANDBOXACADEMY',
  email: 'merchant@academy.example',
  name: 'International Surveillance Academy',
};
export const sampleCredentials: Credentials = { clientId: 'sandbox-client', secret: 'sandbox-secret' };

/** Starts a stand-in for PayPal: REST interface, browser script, buyer's page and webhooks. */
export async function startSandbox(options: SandboxOptions) {
  const { credentials, merchant } = options;
  const faults = new Faults();
  const store = openStore(options.stateFile);
  const { orders } = store;
  const signer = await createSigner();
  const access = createTokenAccess(credentials);
  const server = createServer().listen(options.port, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const origin = options.origin ?? `http://localhost:${port}`;
  const { webhook, webhookPauseMs = 1000 } = options;
  const deliveries = new Deliveries(webhook, signer, faults, origin, webhookPauseMs);
  const payments = new Payments({ store, faults, merchant, origin, send: (event) => deliveries.send(event) });

  const app = new Koa();
  app.use(presentErrors).use(readBody);
  const services = { origin, merchant, credentials, access, orders, payments, faults, signer };
  const routers = [browserRouter, buyerRouter, ...(options.control ? [controlRouter] : []), restRouter];
  for (const router of routers) app.use(router(services).routes());
  // The setting is needed, because Koa would log every aborted request.
  app.silent = true;
  const handle = app.callback();
  server.on('request', (request, response) => void handle(request, response));

  return {
    origin,
    payments,
    orders,
    deliveries,
    setFaults: (plan: FaultPlan) => faults.set(plan),
    revokeTokens: () => access.revokeAll(),
    acceptSecrets: (secrets: readonly string[]) => access.acceptSecrets(secrets),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), deliveries.stop()]);
    },
  };
}

const readBody = bodyParser({
  enableTypes: ['json', 'form'],
  onError() {
    throw new PayPalError(400, [{ issue: 'MALFORMED_REQUEST_JSON' }]);
  },
});

const presentErrors: Middleware = async (ctx, next) => {
  ctx.set('PayPal-Debug-Id', debugId());
  try {
    await next();
  } catch (error) {
    if (error instanceof PayPalError) {
      ctx.status = error.status;
      ctx.body = error.body;
    } else if (error instanceof z.ZodError) {
      ctx.status = 400;
      ctx.body = { issues: error.issues };
    } else throw error;
  }
};
