import { z } from 'zod';

/** One failure of the REST interface. */
const restFaultSchema = z.strictObject({
  operation: z.enum(['token', 'create', 'read', 'capture', 'refund', 'certificate']),
  /** `before` and `after` the work; `hang-up` ends the connection without a response. */
  kind: z.enum(['error-before', 'error-after', 'hang-up-before', 'hang-up-after']),
  status: z.literal([500, 503]).optional(),
  times: z.number().int().min(1).max(1000).optional(),
});
export type RestFault = z.infer<typeof restFaultSchema>;
export type Operation = RestFault['operation'];

export const faultPlanSchema = z.strictObject({
  /** Delay of every REST response in milliseconds. */
  slowMs: z.number().int().min(0).max(120_000).optional(),
  rest: z.array(restFaultSchema).readonly().optional(),
  /** The outcome of captures, regardless of the buyer's payment method. */
  capture: z.enum(['pending', 'declined']).optional(),
  /** The outcome of new refunds. */
  refund: z.enum(['insufficient-funds', 'pending', 'failed']).optional(),
  webhooks: z
    .strictObject({
      /** Every n-th delivery is lost. */
      dropEvery: z.number().int().min(1).optional(),
      copies: z.number().int().min(1).max(20).optional(),
      /** Delay of deliveries in milliseconds; events within the delay are sent in reverse order. */
      delayMs: z.number().int().min(0).max(120_000).optional(),
    })
    .optional(),
});
export type FaultPlan = z.infer<typeof faultPlanSchema>;

/** The active faults; set only by tests and the control endpoint. */
export class Faults {
  plan: FaultPlan = {};
  private left = new Map<RestFault, number>();

  set(plan: FaultPlan): void {
    this.plan = plan;
    this.left = new Map((plan.rest ?? []).map((fault) => [fault, fault.times ?? 1]));
  }

  /** Returns the fault for this request, and counts it as used. */
  take(operation: Operation): RestFault | undefined {
    for (const [fault, times] of this.left) {
      if (fault.operation !== operation || times < 1) continue;
      this.left.set(fault, times - 1);
      return fault;
    }
    return undefined;
  }
}
