import type { Faults } from './faults';
import type { Payments } from './payments';
import type { Merchant, Presenter } from './presenter';
import type { Access, Credentials } from './rest/access';
import type { Store } from './store';
import type { Signer } from './webhooks/signing';

/** Everything that the sandbox's routers share. */
export interface Services {
  readonly origin: string;
  readonly merchant: Merchant;
  readonly presenter: Presenter;
  readonly credentials: Credentials;
  readonly access: Access;
  readonly store: Store;
  readonly payments: Payments;
  readonly faults: Faults;
  readonly signer: Signer;
}
