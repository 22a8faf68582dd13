import type { AccountDeps } from '../accounts/deps';
import type { PaymentProvider } from './payments/provider';

export interface OrderDeps extends AccountDeps {
  readonly payments: PaymentProvider;
}
