import { Router } from '@koa/router';
import { z } from 'zod';
import { faultPlanSchema } from './faults';
import { approvalSchema, sampleApproval } from './records';
import type { Services } from './services';

const approvalChangesSchema = z.strictObject({
  /** Null for a payer without an address. */
  email: z.string().nullable().exactOptional(),
  countryCode: z.string().length(2).exactOptional(),
  instrument: approvalSchema.shape.instrument.exactOptional(),
});
const actionSchema = z.enum([
  'refund',
  'reverse',
  'reinstate',
  'release',
  'deny',
  'complete-refunds',
  'fail-refunds',
  'dispute',
]);

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
    const { email, countryCode, ...others } = changes;
    const sample = sampleApproval(order);
    payments.approve(order.id, {
      ...sample,
      ...others,
      ...(email !== undefined && { email: email ?? undefined }),
      ...(sample.shipping && countryCode !== undefined && { shipping: { ...sample.shipping, countryCode } }),
    });
    ctx.status = 204;
  });
  const endRefunds = (captureId: string, status: 'COMPLETED' | 'FAILED') => {
    for (const refund of payments.find(captureId).capture.refunds)
      if (refund.status === 'PENDING') payments.endRefund(refund.id, status);
  };
  const actions: Readonly<Record<z.infer<typeof actionSchema>, (captureId: string) => unknown>> = {
    refund: (id) => payments.refund(id, undefined),
    reverse: (id) => payments.reverse(id),
    reinstate: (id) => payments.reinstate(id),
    release: (id) => payments.review(id, 'COMPLETED'),
    deny: (id) => payments.review(id, 'DECLINED'),
    'complete-refunds': (id) => endRefunds(id, 'COMPLETED'),
    'fail-refunds': (id) => endRefunds(id, 'FAILED'),
    dispute: (id) => payments.dispute(id, 'OPEN'),
  };
  router.post('/captures/:id/:action', (ctx) => {
    const { id = '', action } = ctx.params;
    actions[actionSchema.parse(action)](id);
    ctx.status = 204;
  });
  return router;
}
