import { Router } from '@koa/router';
import { z } from 'zod';
import type { Bank } from './bank';
import type { Faults } from './faults';
import { PayPalError } from './paypal-error';
import { readJson } from './rest/requests';
import { sampleApproval } from './buyer/sample-buyers';
import type { Store } from './store';

interface Dependencies {
  readonly bank: Bank;
  readonly store: Store;
  readonly faults: Faults;
}

const planSchema = z.strictObject({
  slowMs: z.number().int().min(0).max(120_000).optional(),
  rest: z
    .array(
      z.strictObject({
        operation: z.enum(['token', 'create', 'read', 'capture', 'refund', 'certificate']),
        kind: z.enum(['error-before', 'error-after', 'hang-up-before', 'hang-up-after']),
        status: z.literal([500, 503]).optional(),
        times: z.number().int().min(1).max(1000).optional(),
      }),
    )
    .optional(),
  capture: z.enum(['pending', 'declined']).optional(),
  webhooks: z
    .strictObject({
      dropEvery: z.number().int().min(1).optional(),
      copies: z.number().int().min(1).max(20).optional(),
      delayMs: z.number().int().min(0).max(120_000).optional(),
    })
    .optional(),
});

const approvalSchema = z.strictObject({
  email: z.string().optional(),
  instrument: z.enum(['accepted', 'declined']).optional(),
});

const deedSchema = z.enum(['refund', 'reverse', 'release', 'deny']);

/**
 * What a test does to the sandbox from outside: injects faults, approves without a browser and plays the
 * bank. Mounted only when the sandbox is started with SANDBOX_CONTROL=1.
 */
export function controlRouter({ bank, store, faults }: Dependencies): Router {
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
    faults.set(planSchema.parse(await readJson(ctx)));
    ctx.status = 204;
  });
  router.get('/orders', (ctx) => {
    ctx.body = { orders: [...store.orders.values()] };
  });
  router.post('/orders/:id/approve', async (ctx) => {
    const { email, instrument } = approvalSchema.parse((await readJson(ctx)) ?? {});
    const order = bank.order(ctx.params.id ?? '');
    bank.approve(order.id, {
      ...sampleApproval(order),
      ...(email !== undefined && { email }),
      ...(instrument !== undefined && { instrument }),
    });
    ctx.status = 204;
  });
  router.post('/captures/:id/:deed', (ctx) => {
    const { id = '', deed } = ctx.params;
    switch (deedSchema.parse(deed)) {
      case 'refund':
        bank.refund(id, undefined);
        break;
      case 'reverse':
        bank.reverse(id);
        break;
      case 'release':
        bank.review(id, 'COMPLETED');
        break;
      case 'deny':
        bank.review(id, 'DECLINED');
        break;
    }
    ctx.status = 204;
  });
  return router;
}
