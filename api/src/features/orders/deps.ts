import type { AccountDeps } from '../accounts/deps';
import type { PaymentProvider } from './payments/paypal-client';

export interface OrderDeps extends AccountDeps {
  readonly payments: PaymentProvider;
}
