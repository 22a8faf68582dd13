import type { BasketItem } from '@isa/api-contract';
import type { OrderDeps } from './deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { mount } from '../../http/mount';
import { ProblemError } from '../../http/problem-error';
import { readBody } from '../../http/read-body';
import { accountName, maybeSignedIn, restoreMarker, signedIn, visitorOf } from '../../http/session';
import { buyerOf, ensureGuestKey } from './buyer';
import { linkedOrder, listOrders, ownOrder, receipt } from './order-history';
import type { OrderRow } from '../../database/entities';
import { cancelOrder } from './cancel-order';
import { captureOrder } from './capture-order';
import { checkOrder, markSeen } from './check-order';
import { claimOrder } from './claim-order';
import { createOrder, priceItems } from './create-order';
import { askReturn } from './return-order';
import { receiveWebhook } from './webhooks';

/** The limits of calls: orders cost calls to the provider, and reading costs little. */
const rateLimits = {
  prices: { name: 'prices', attempts: 120, seconds: 60 },
  create: { name: 'create-order', attempts: 20, seconds: 60 },
  createByAccount: { name: 'create-order-account', attempts: 20, seconds: 60 },
  capture: { name: 'capture-order', attempts: 40, seconds: 60 },
  cancel: { name: 'cancel-order', attempts: 20, seconds: 60 },
  claim: { name: 'claim-order', attempts: 40, seconds: 60 },
  read: { name: 'read-order', attempts: 120, seconds: 60 },
  forgedWebhook: { name: 'forged-webhook', attempts: 60, seconds: 60 },
} as const;

export function orderRoutes(deps: OrderDeps): ApiRouter {
  const router = createRouter();
  const { db, env, limits } = deps;
  const { perAddress } = limits;
  const [optionalSession, session] = [maybeSignedIn(deps), signedIn(deps)];
  /** The answer to a buyer, who has seen the order then. */
  const show = async (order: OrderRow) => {
    await markSeen(deps, order);
    return { order: await receipt(deps, order) };
  };

  mount(router, 'checkoutSettings', [], () => ({
    clientId: env.paypal.clientId,
    sdkBaseUrl: env.paypal.sdkUrl,
    currency: 'GBP' as const,
    supportEmail: env.contact.email,
    sandbox: env.paypal.sandbox,
    seller: env.seller,
  }));

  mount(router, 'priceBasket', [perAddress(rateLimits.prices)], async ({ body }) => {
    const { lines, unavailable, ...totals } = await priceItems(db, body.items);
    return { ...totals, lines: [...lines], unavailable: [...unavailable] };
  });

  mount(router, 'createOrder', [perAddress(rateLimits.create), optionalSession], async ({ body, ctx }) => {
    const { visitor } = ctx.state;
    // A page may not notice that its session has ended, or that another tab has logged in.
    if (body.account === null && visitor) {
      restoreMarker(ctx, visitor);
      const message = 'You are logged in, but this page does not show it yet. Please reload it.';
      throw new ProblemError('changed-meanwhile', { message });
    }
    if (typeof body.account === 'string' && body.account !== (visitor && accountName(visitor)))
      throw new ProblemError('not-signed-in');
    const buyer = { ...buyerOf(ctx), guestKeyHash: ensureGuestKey(ctx, deps) };
    if (buyer.userId !== undefined) await limits.consume(rateLimits.createByAccount, String(buyer.userId));
    return createOrder(deps, buyer, body);
  });

  mount(router, 'captureOrder', [perAddress(rateLimits.capture), optionalSession], async ({ params, ctx }) =>
    show(await captureOrder(deps, await ownOrder(deps, buyerOf(ctx), params.providerOrderId))),
  );

  mount(router, 'readOrder', [perAddress(rateLimits.read), optionalSession], async ({ params, ctx }) =>
    show(await ownOrder(deps, buyerOf(ctx), params.providerOrderId)),
  );

  mount(router, 'listMyOrders', [perAddress(rateLimits.read), session], ({ query, ctx }) =>
    listOrders(deps, visitorOf(ctx).userId, query),
  );

  mount(router, 'readOrderByLink', [perAddress(rateLimits.read)], async ({ params }) =>
    show(await linkedOrder(deps, params.link)),
  );

  mount(router, 'checkOrder', [perAddress(rateLimits.capture)], async ({ params, body }) =>
    show(await checkOrder(deps, await linkedOrder(deps, params.link), body)),
  );

  mount(router, 'askReturn', [perAddress(rateLimits.cancel)], async ({ params }) =>
    show(await askReturn(deps, await linkedOrder(deps, params.link))),
  );

  mount(router, 'cancelOrder', [perAddress(rateLimits.cancel), optionalSession], async ({ params, ctx }) =>
    show(await cancelOrder(deps, await ownOrder(deps, buyerOf(ctx), params.providerOrderId))),
  );

  mount(router, 'cancelOrderByLink', [perAddress(rateLimits.cancel)], async ({ params }) =>
    show(await cancelOrder(deps, await linkedOrder(deps, params.link))),
  );

  mount(router, 'processPurchase', [perAddress(rateLimits.claim), session], async ({ body, ctx }) => {
    const buyer = { ...buyerOf(ctx), userId: visitorOf(ctx).userId };
    await claimOrder(deps, buyer, body.orderID, body.order.map(itemOf));
    return { message: 'Your purchase is recorded.' };
  });

  router.post('/api/paypal/webhooks', readBody, async (ctx) => {
    const { rawBody = '' } = ctx.request;
    await receiveWebhook(deps, (name) => ctx.get(name), rawBody).catch(async (error: unknown) => {
      // Genuine webhooks are never refused, even if other requests come from their address.
      if (error instanceof ProblemError && error.id === 'invalid-signature')
        await limits.consumeAddress(rateLimits.forgedWebhook, ctx);
      throw error;
    });
    ctx.body = { message: 'Received.' };
  });

  return router;
}

/** Specification §7 lists basket products; some clients name them by `id`. */
function itemOf({
  quantity,
  ...rest
}: Readonly<Record<string, unknown>> & { readonly quantity: number }): BasketItem {
  const productId = rest['productId'] ?? rest['id'];
  if (typeof productId === 'number' && Number.isInteger(productId)) return { productId, quantity };
  throw new ProblemError('invalid-request', { message: 'Each entry needs a productId.' });
}
