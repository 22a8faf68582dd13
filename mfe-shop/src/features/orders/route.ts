import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';

export const orderRoutes = [
  definePage({
    path: paths.paymentSuccessful,
    title: 'Your order',
    keepsVersion: true,
    addresses: [],
    page: () => import('./payment-successful-page'),
  }),
  definePage({
    path: paths.myOrders,
    title: 'My orders',
    access: 'signed-in',
    page: () => import('./my-orders-page'),
  }),
  definePage({
    path: paths.order.pattern,
    title: 'Your order',
    page: () => import('./order-page'),
  }),
];
