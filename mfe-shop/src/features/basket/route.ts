import { definePage, paths } from '@isa/contract';

export const basketRoute = definePage({
  path: paths.basket,
  title: 'Cart',
  addresses: [],
  page: () => import('./basket-page'),
});
