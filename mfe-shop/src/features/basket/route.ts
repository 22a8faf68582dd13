import { definePage, paths } from '@isa/contract';

export const basketRoute = definePage({
  path: paths.basket,
  title: 'Basket',
  addresses: [],
  page: () => import('./basket-page'),
});
