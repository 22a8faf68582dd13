import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';

export const basketRoute = definePage({
  path: paths.basket,
  title: 'Cart',
  addresses: [],
  page: () => import('./basket-page'),
});
