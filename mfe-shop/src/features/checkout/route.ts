import { definePage, paths } from '@isa/contract';

export const checkoutRoute = definePage({
  path: paths.checkout,
  title: 'Secure Checkout',
  keepsVersion: true,
  ownDocument: true,
  addresses: [],
  page: () => import('./checkout-page'),
});
