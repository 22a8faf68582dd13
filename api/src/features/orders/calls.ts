import type { CallsOf } from '@isa/api-contract/base';
import type { orderSchemas } from './schema';

export const orderCalls: CallsOf<typeof orderSchemas> = {
  checkoutSettings: { method: 'GET', path: '/api/checkout-settings' },
  priceBasket: { method: 'POST', path: '/api/basket-prices' },
  createOrder: { method: 'POST', path: '/api/orders' },
  captureOrder: { method: 'POST', path: '/api/orders/:providerOrderId/capture' },
  readOrder: { method: 'GET', path: '/api/orders/:providerOrderId' },
  listMyOrders: { method: 'GET', path: '/api/my-orders' },
  readOrderByLink: { method: 'GET', path: '/api/order-links/:link' },
  checkOrder: { method: 'POST', path: '/api/order-links/:link/check' },
  askReturn: { method: 'POST', path: '/api/order-links/:link/return' },
  processPurchase: { method: 'POST', path: '/api/process-purchase' },
  cancelOrder: { method: 'POST', path: '/api/orders/:providerOrderId/cancel' },
  cancelOrderByLink: { method: 'POST', path: '/api/order-links/:link/cancel' },
};
