import { Router } from '@koa/router';
import { z } from 'zod';
import { sampleApproval } from './buyer/sample-buyers';
import { faultPlanSchema } from './faults';
import { PayPalError } from './paypal-error';
import { approvalSchema } from './records';
import { readJson } from './rest/requests';
import type { Services } from './services';

const { email, instrument } = approvalSchema.shape;
const approvalChangesSchema = z.strictObject({
  email: email.exactOptional(),
  instrument: instrument.exactOptional(),
});

const actionSchema = z.enum(['refund', 'reverse', 'release', 'deny']);

/**
 * Endpoints for tests: they inject faults, approve orders without a browser and change captures. Mounted only with
 * SANDBOX_CONTROL=1.
 */
export function controlRouter({ payments, store, faults }: Services): Router {
  const router = new Router({ prefix: '/sandbox/control' });
  router.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof z.ZodError) {
        ctx.status = 400;
        ctx.body = { issues: error.issues };
      } else if (error instanceof PayPalError) {
        ctx.status = error.status;
        ctx.body = error.body;
      } else throw error;
    }
  });

  router.put('/faults', async (ctx) => {
    faults.set(faultPlanSchema.parse(await readJson(ctx)));
    ctx.status = 204;
  });
  router.get('/orders', (ctx) => {
    ctx.body = { orders: [...store.orders.values()] };
  });
  router.post('/orders/:id/approve', async (ctx) => {
    const changes = approvalChangesSchema.parse((await readJson(ctx)) ?? {});
    const order = payments.order(ctx.params.id ?? '');
    payments.approve(order.id, { ...sampleApproval(order), ...changes });
    ctx.status = 204;
  });
  const actions: Readonly<Record<z.infer<typeof actionSchema>, (captureId: string) => unknown>> = {
    refund: (id) => payments.refund(id, undefined),
    reverse: (id) => payments.reverse(id),
    release: (id) => payments.review(id, 'COMPLETED'),
    deny: (id) => payments.review(id, 'DECLINED'),
  };
  router.post('/captures/:id/:action', (ctx) => {
    const { id = '', action } = ctx.params;
    actions[actionSchema.parse(action)](id);
    ctx.status = 204;
  });
  return router;
}
