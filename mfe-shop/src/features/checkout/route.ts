import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';

export const checkoutRoute = definePage({
  path: paths.checkout,
  title: 'Secure Checkout',
  keepsVersion: true,
  ownDocument: true,
  addresses: [],
  page: () => import('./checkout-page'),
});
