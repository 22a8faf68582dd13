import { Router } from '@koa/router';
import { z } from 'zod';
import { faultPlanSchema } from './faults';
import { approvalSchema, sampleApproval } from './records';
import type { Services } from './services';

const approvalChangesSchema = z.strictObject({
  email: approvalSchema.shape.email.exactOptional(),
  instrument: approvalSchema.shape.instrument.exactOptional(),
});
const actionSchema = z.enum(['refund', 'reverse', 'release', 'deny']);

/** Endpoints for tests: faults, approvals without a browser, captures. Only with SANDBOX_CONTROL=1. */
export function controlRouter({ payments, orders, faults }: Services): Router {
  const router = new Router({ prefix: '/sandbox/control' });
  router.put('/faults', (ctx) => {
    faults.set(faultPlanSchema.parse(ctx.request.body));
    ctx.status = 204;
  });
  router.get('/orders', (ctx) => {
    ctx.body = { orders: [...orders.values()] };
  });
  router.post('/orders/:id/approve', (ctx) => {
    const changes = approvalChangesSchema.parse(ctx.request.body ?? {});
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
