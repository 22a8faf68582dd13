import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import type { Faults, Operation } from '../faults';
import { debugId, PayPalError } from '../paypal-error';
import type { Payments } from '../payments';
import { signedMessage } from '../webhooks/signing';
import { readJson } from './requests';
import { searchTransactions } from './transactions';
import type { Services } from '../services';

const refundSchema = z
  .looseObject({ amount: z.object({ currency_code: z.string(), value: z.string() }).optional() })
  .optional();
const verificationSchema = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.looseObject({}),
});

/** The part of PayPal's REST interface that the shop uses. */
export function restRouter({ payments, store, faults, access, presenter, signer }: Services): Router {
  const router = new Router();
  const fault = (operation: Operation) => faultMiddleware(faults, operation);
  const sendOrder = (ctx: Context, { record, fresh }: ReturnType<Payments['create']>) => {
    const full = ctx.get('Prefer').includes('return=representation');
    ctx.status = fresh ? 201 : 200;
    ctx.body = full ? presenter.order(record) : presenter.minimalOrder(record);
  };

  router.use(['/v1', '/v2'], presentErrors);
  router.post('/v1/oauth2/token', fault('token'), access.issueToken);

  router.post('/v2/checkout/orders', access.requireToken, fault('create'), async (ctx) => {
    sendOrder(ctx, payments.create(await readJson(ctx), requestId(ctx)));
  });
  router.get('/v2/checkout/orders/:id', access.requireToken, fault('read'), (ctx) => {
    ctx.body = presenter.order(payments.order(ctx.params.id ?? ''));
  });
  router.post('/v2/checkout/orders/:id/capture', access.requireToken, fault('capture'), async (ctx) => {
    await readJson(ctx);
    sendOrder(ctx, payments.capture(ctx.params.id ?? '', requestId(ctx)));
  });

  router.get('/v2/payments/captures/:id', access.requireToken, fault('read'), (ctx) => {
    const { order, capture } = payments.find(ctx.params.id ?? '');
    ctx.body = presenter.capture(order, capture);
  });
  router.post('/v2/payments/captures/:id/refund', access.requireToken, fault('refund'), async (ctx) => {
    const body = refundSchema.safeParse(await readJson(ctx));
    if (!body.success) throw new PayPalError(400);
    const { record, fresh } = payments.refund(ctx.params.id ?? '', requestId(ctx), body.data?.amount);
    const { order, capture } = payments.find(ctx.params.id ?? '');
    ctx.status = fresh ? 201 : 200;
    ctx.body = presenter.refund(order, capture, record);
  });

  router.get('/v1/reporting/transactions', access.requireToken, fault('read'), (ctx) => {
    ctx.body = searchTransactions([...store.orders.values()], ctx.query);
  });

  router.get('/v1/notifications/certs/:id', fault('certificate'), (ctx) => {
    if (ctx.params.id !== signer.certificateId) throw new PayPalError(404);
    ctx.type = 'application/x-pem-file';
    ctx.body = signer.certificate;
  });
  router.post('/v1/notifications/verify-webhook-signature', access.requireToken, async (ctx) => {
    const body = verificationSchema.safeParse(await readJson(ctx));
    if (!body.success) throw new PayPalError(400);
    const { transmission_id, transmission_time, transmission_sig, webhook_id } = body.data;
    const event = JSON.stringify(body.data.webhook_event);
    const message = signedMessage(transmission_id, transmission_time, webhook_id, event);
    ctx.body = { verification_status: signer.verify(message, transmission_sig) ? 'SUCCESS' : 'FAILURE' };
  });
  return router;
}

function requestId(ctx: Context): string | undefined {
  return ctx.get('PayPal-Request-Id') || undefined;
}

/** Adds the debug id and presents errors in PayPal's shape. */
const presentErrors: Middleware = async (ctx, next) => {
  ctx.set('PayPal-Debug-Id', debugId());
  try {
    await next();
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    ctx.status = error.status;
    ctx.body = error.body;
  }
};

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
