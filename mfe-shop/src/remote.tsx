import { defineRemote } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';
import { basketRoute } from './features/basket/route';
import { bookRoutes } from './features/books/route';
import { checkoutRoute } from './features/checkout/route';
import { orderRoutes } from './features/orders/route';

export default defineRemote({
  name: 'shop',
  routes: [...bookRoutes, basketRoute, checkoutRoute, ...orderRoutes],
  menu: [
    { menu: 'main', label: 'Books', path: paths.books, order: 50 },
    { menu: 'account', label: 'My orders', path: paths.myOrders, order: 60 },
  ],
});
