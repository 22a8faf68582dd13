import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { z } from 'zod';
import type { Bank } from '../bank';
import type { Faults, Operation } from '../faults';
import { debugId, PayPalError } from '../paypal-error';
import { type Merchant, presentCapture, presentMinimal, presentOrder, presentRefund } from '../presenter';
import { signedMessage, type Signer } from '../webhooks/signing';
import type { Access } from './access';
import { readJson, requestId, wantsRepresentation } from './requests';

interface Dependencies {
  readonly bank: Bank;
  readonly faults: Faults;
  readonly access: Access;
  readonly merchant: Merchant;
  readonly origin: () => string;
  readonly signer: Signer;
}

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
export function restRouter({ bank, faults, access, merchant, origin, signer }: Dependencies): Router {
  const router = new Router();
  const surroundings = () => ({ origin: origin(), merchant });
  const strike = (operation: Operation) => faultMiddleware(faults, operation);

  router.use(['/v1', '/v2'], answerInPayPalsWay);
  router.post('/v1/oauth2/token', strike('token'), access.issueToken);

  router.post('/v2/checkout/orders', access.requireToken, strike('create'), async (ctx) => {
    const { record, fresh } = bank.create(await readJson(ctx), requestId(ctx));
    ctx.status = fresh ? 201 : 200;
    ctx.body = wantsRepresentation(ctx)
      ? presentOrder(record, surroundings())
      : presentMinimal(record, surroundings());
  });
  router.get('/v2/checkout/orders/:id', access.requireToken, strike('read'), (ctx) => {
    ctx.body = presentOrder(bank.order(ctx.params.id ?? ''), surroundings());
  });
  router.post('/v2/checkout/orders/:id/capture', access.requireToken, strike('capture'), async (ctx) => {
    await readJson(ctx);
    const { record, fresh } = bank.capture(ctx.params.id ?? '', requestId(ctx));
    ctx.status = fresh ? 201 : 200;
    ctx.body = wantsRepresentation(ctx)
      ? presentOrder(record, surroundings())
      : presentMinimal(record, surroundings());
  });

  router.get('/v2/payments/captures/:id', access.requireToken, strike('read'), (ctx) => {
    const { order, capture } = bank.find(ctx.params.id ?? '');
    ctx.body = presentCapture(order, capture, origin());
  });
  router.post('/v2/payments/captures/:id/refund', access.requireToken, strike('refund'), async (ctx) => {
    const body = refundSchema.safeParse(await readJson(ctx));
    if (!body.success) throw new PayPalError(400);
    const { record, fresh } = bank.refund(ctx.params.id ?? '', requestId(ctx), body.data?.amount);
    const { order, capture } = bank.find(ctx.params.id ?? '');
    ctx.status = fresh ? 201 : 200;
    ctx.body = presentRefund(order, capture, record, origin());
  });

  router.get('/v1/notifications/certs/:id', strike('certificate'), (ctx) => {
    if (ctx.params.id !== signer.certificateId) throw new PayPalError(404);
    ctx.type = 'application/x-pem-file';
    ctx.body = signer.certificate;
  });
  router.post('/v1/notifications/verify-webhook-signature', access.requireToken, async (ctx) => {
    const body = verificationSchema.safeParse(await readJson(ctx));
    if (!body.success) throw new PayPalError(400);
    const { transmission_id, transmission_time, transmission_sig, webhook_id, webhook_event } = body.data;
    const message = signedMessage(
      transmission_id,
      transmission_time,
      webhook_id,
      JSON.stringify(webhook_event),
    );
    ctx.body = { verification_status: signer.verify(message, transmission_sig) ? 'SUCCESS' : 'FAILURE' };
  });
  return router;
}

const answerInPayPalsWay: Middleware = async (ctx, next) => {
  ctx.set('PayPal-Debug-Id', debugId());
  try {
    await next();
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    ctx.status = error.status;
    ctx.body = error.body;
  }
};

/** Answers late, wrongly or not at all, before or after the real work. */
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
