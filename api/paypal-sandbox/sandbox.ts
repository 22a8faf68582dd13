import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { Bank } from './bank';
import { buyerRouter } from './buyer/routes';
import { controlRouter } from './control';
import { type FaultPlan, Faults } from './faults';
import type { Merchant } from './presenter';
import { createAccess, type Credentials } from './rest/access';
import { restRouter } from './rest/routes';
import { sdkRouter } from './sdk';
import { openStore, type Store } from './store';
import { Deliveries, type Webhook } from './webhooks/delivery';
import { createSigner } from './webhooks/signing';

export interface SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** How browsers and the shop reach it; the port on localhost unless said otherwise. */
  readonly origin?: string | undefined;
  readonly credentials: Credentials;
  readonly merchant: Merchant;
  /** Where events are posted; without it none are. */
  readonly webhook?: Webhook | undefined;
  /** Keeps the orders beyond a restart. */
  readonly stateFile?: string | undefined;
  /** Opens `/sandbox/control`, by which anybody can approve, refund and break things. */
  readonly control?: boolean;
  /** Pause before an event is posted again, in milliseconds; doubled from one attempt to the next. */
  readonly webhookPauseMs?: number;
}

export interface Sandbox {
  readonly origin: string;
  readonly bank: Bank;
  readonly orders: Store['orders'];
  readonly deliveries: Deliveries;
  /** Replaces the faults in force; an empty plan ends them. */
  breakWith(plan: FaultPlan): void;
  revokeTokens(): void;
  stop(): Promise<void>;
}

/** The merchant and the credentials that shop and sandbox agree on when nothing is configured. */
export const sampleMerchant: Merchant = {
  id: 'SANDBOXACADEMY',
  email: 'merchant@academy.example',
  name: 'International Surveillance Academy',
};
export const sampleCredentials: Credentials = { clientId: 'sandbox-client', secret: 'sandbox-secret' };

/** Starts a stand-in for PayPal: its REST interface, its script, its buyer's page and its webhooks. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { credentials, merchant } = options;
  const faults = new Faults();
  const store = openStore(options.stateFile);
  const signer = await createSigner();
  const access = createAccess(credentials);
  const server = createServer();
  const port = await listen(server, options.port);
  const address = options.origin ?? `http://localhost:${port}`;
  const origin = () => address;
  const deliveries = new Deliveries(options.webhook, {
    signer,
    faults,
    origin,
    firstPauseMs: options.webhookPauseMs ?? 1000,
  });
  const bank = new Bank({ store, faults, merchant, origin, announce: (event) => deliveries.announce(event) });

  const app = new Koa();
  const routers = [
    restRouter({ bank, faults, access, merchant, origin, signer }),
    sdkRouter({ credentials, origin }),
    buyerRouter({ bank, merchant }),
    ...(options.control ? [controlRouter({ bank, store, faults })] : []),
  ];
  for (const router of routers) app.use(router.routes());
  // A request that ends half-way is no news.
  app.silent = true;
  const handle = app.callback();
  server.on('request', (request, response) => void handle(request, response));

  return {
    origin: address,
    bank,
    orders: store.orders,
    deliveries,
    breakWith: (plan) => faults.set(plan),
    revokeTokens: () => access.revokeAll(),
    async stop() {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), deliveries.stop()]);
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
