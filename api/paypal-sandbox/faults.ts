/** Which of PayPal's operations a fault strikes. */
export type Operation = 'token' | 'create' | 'read' | 'capture' | 'refund' | 'certificate';

/** One prepared failure of the REST side. */
export interface RestFault {
  readonly operation: Operation;
  /**
   * `error-before`: answers with `status` and does nothing; `error-after`: does it, then answers with
   * `status`; `hang-up-before` and `hang-up-after`: the same, but the connection just ends.
   */
  readonly kind: 'error-before' | 'error-after' | 'hang-up-before' | 'hang-up-after';
  readonly status?: 500 | 503 | undefined;
  /** How often; once unless said otherwise. */
  readonly times?: number | undefined;
}

export interface FaultPlan {
  /** Waits this long before every REST answer, in milliseconds. */
  readonly slowMs?: number | undefined;
  readonly rest?: readonly RestFault[] | undefined;
  /** What becomes of the next captures, instead of what the buyer's instrument says. */
  readonly capture?: 'pending' | 'declined' | undefined;
  readonly webhooks?:
    | {
        /** Every n-th delivery is lost for good. */
        readonly dropEvery?: number | undefined;
        /** Sends every event this often. */
        readonly copies?: number | undefined;
        /** Holds every delivery back, in milliseconds; the order of events is reversed within the delay. */
        readonly delayMs?: number | undefined;
      }
    | undefined;
}

/** The faults in force. Only tests and a sandbox started with its control endpoint set any. */
export class Faults {
  plan: FaultPlan = {};
  private left = new Map<RestFault, number>();

  set(plan: FaultPlan): void {
    this.plan = plan;
    this.left = new Map((plan.rest ?? []).map((fault) => [fault, fault.times ?? 1]));
  }

  /** The fault for this call, which is thereby used up once. */
  take(operation: Operation): RestFault | undefined {
    for (const [fault, times] of this.left) {
      if (fault.operation !== operation || times < 1) continue;
      this.left.set(fault, times - 1);
      return fault;
    }
    return undefined;
  }
}
