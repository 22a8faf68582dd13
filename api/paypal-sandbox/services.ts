import type { TokenAccess, Credentials } from './access';
import type { Faults } from './faults';
import type { Payments } from './payments';
import type { Merchant } from './presenter';
import type { OrderRecord } from './records';
import type { Signer } from './webhooks';

export interface Services {
  readonly origin: string;
  readonly merchant: Merchant;
  readonly credentials: Credentials;
  readonly access: TokenAccess;
  readonly orders: ReadonlyMap<string, OrderRecord>;
  readonly payments: Payments;
  readonly faults: Faults;
  readonly signer: Signer;
}
