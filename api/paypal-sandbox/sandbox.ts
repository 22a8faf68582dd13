import { once } from 'node:events';
import { createServer } from 'node:http';
import Koa from 'koa';
import { buyerRouter } from './buyer/routes';
import { controlRouter } from './control';
import { type FaultPlan, Faults } from './faults';
import { Payments } from './payments';
import { type Merchant, Presenter } from './presenter';
import { createAccess, type Credentials } from './rest/access';
import { restRouter } from './rest/routes';
import { sdkRouter } from './sdk';
import { openStore } from './store';
import { Deliveries, type Webhook } from './webhooks/deliveries';
import type { WebhookEvent } from './webhooks/events';
import { createSigner } from './webhooks/signing';

export interface SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** The address to listen on; by default 127.0.0.1. */
  readonly host?: string | undefined;
  /** The sandbox's address for browsers and the shop; by default http://localhost:<port>. */
  readonly origin?: string | undefined;
  readonly credentials: Credentials;
  readonly merchant: Merchant;
  /** The shop's endpoint for events; without it no events are sent. */
  readonly webhook?: Webhook | undefined;
  /** Stores the orders across restarts. */
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

/** Starts a stand-in for PayPal: REST interface, browser script, buyer's pages and webhooks. */
export async function startSandbox(options: SandboxOptions) {
  const { credentials, merchant } = options;
  const faults = new Faults();
  const store = openStore(options.stateFile);
  const signer = await createSigner();
  const access = createAccess(credentials);
  const server = createServer().listen(options.port, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const origin = options.origin ?? `http://localhost:${port}`;
  const firstPauseMs = options.webhookPauseMs ?? 1000;
  const deliveries = new Deliveries(options.webhook, { signer, faults, origin, firstPauseMs });
  const presenter = new Presenter(origin, merchant);
  const send = (event: WebhookEvent) => deliveries.send(event);
  const payments = new Payments({ store, faults, merchant, origin, presenter, send });

  const app = new Koa();
  const services = { origin, merchant, presenter, credentials, access, store, payments, faults, signer };
  const routers = [restRouter, sdkRouter, buyerRouter, ...(options.control ? [controlRouter] : [])];
  for (const router of routers) app.use(router(services).routes());
  // Koa would log every aborted request.
  app.silent = true;
  const handle = app.callback();
  server.on('request', (request, response) => void handle(request, response));

  return {
    origin,
    payments,
    orders: store.orders,
    deliveries,
    /** Replaces the active faults; an empty plan ends them. */
    setFaults: (plan: FaultPlan) => faults.set(plan),
    revokeTokens: () => access.revokeAll(),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), deliveries.stop()]);
    },
  };
}
