import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import type { Faults, Operation } from './faults';
import type { Payments } from './payments';
import { PayPalError } from './paypal-error';
import { presentCapture, presentPaypalOrder, presentRefund } from './presenter';
import type { Services } from './services';
import { searchTransactions } from './transactions';

const refundSchema = z
  .looseObject({
    amount: z.object({ currency_code: z.string(), value: z.string() }).optional(),
    custom_id: z.string().min(1).max(127).optional(),
  })
  .optional();

export function restRouter(services: Services): Router {
  const { payments, orders, faults, access, origin, signer } = services;
  const router = new Router();
  const fault = (operation: Operation) => faultMiddleware(faults, operation);
  const sendOrder = (ctx: Context, { record, fresh }: ReturnType<Payments['create']>) => {
    ctx.status = fresh ? 201 : 200;
    ctx.body = presentPaypalOrder(record, services);
  };

  router.post('/v1/oauth2/token', fault('token'), access.issueToken);
  router.get('/v1/notifications/certs/:id', fault('certificate'), (ctx) => {
    if (ctx.params.id !== signer.certificateId) throw new PayPalError(404);
    ctx.type = 'application/x-pem-file';
    ctx.body = signer.certificate;
  });

  router.use(['/v1', '/v2'], access.requireToken);
  router.post('/v2/checkout/orders', fault('create'), (ctx) => {
    sendOrder(ctx, payments.create(ctx.request.body, requestId(ctx)));
  });
  router.get('/v2/checkout/orders/:id', fault('read'), (ctx) => {
    ctx.body = presentPaypalOrder(payments.order(ctx.params.id ?? ''), services);
  });
  router.post('/v2/checkout/orders/:id/capture', fault('capture'), (ctx) => {
    sendOrder(ctx, payments.capture(ctx.params.id ?? '', requestId(ctx)));
  });
  router.get('/v2/payments/captures/:id', fault('read'), (ctx) => {
    const { order, capture } = payments.find(ctx.params.id ?? '');
    ctx.body = presentCapture(order, capture, origin);
  });
  router.post('/v2/payments/captures/:id/refund', fault('refund'), (ctx) => {
    const body = refundSchema.safeParse(ctx.request.body);
    if (!body.success) throw new PayPalError(400);
    const { amount, custom_id } = body.data ?? {};
    const { record, fresh } = payments.refund(ctx.params.id ?? '', requestId(ctx), amount, custom_id);
    const { order, capture } = payments.find(ctx.params.id ?? '');
    ctx.status = fresh ? 201 : 200;
    ctx.body = presentRefund(order, capture, record, origin);
  });
  router.get('/v2/payments/refunds/:id', fault('read'), (ctx) => {
    const { order, capture, refund } = payments.findRefund(ctx.params.id ?? '');
    ctx.body = presentRefund(order, capture, refund, origin);
  });
  router.get('/v1/reporting/transactions', fault('read'), (ctx) => {
    ctx.body = searchTransactions([...orders.values()], ctx.query);
  });
  return router;
}

function requestId(ctx: Context): string | undefined {
  return ctx.get('PayPal-Request-Id') || undefined;
}

/** Delays the response, replaces it by an error or ends the connection, before or after the work. */
function faultMiddleware(faults: Faults, operation: Operation): Middleware {
  return async (ctx, next) => {
    const { slowMs } = faults.plan;
    if (slowMs) await new Promise((resolve) => setTimeout(resolve, slowMs));
    const fault = faults.take(operation);
    if (!fault) {
      await next();
      return;
    }
    if (fault.kind.endsWith('after')) await next();
    if (fault.kind.startsWith('hang-up')) {
      ctx.respond = false;
      ctx.req.socket.destroy();
      return;
    }
    throw new PayPalError(fault.status ?? 500);
  };
}
