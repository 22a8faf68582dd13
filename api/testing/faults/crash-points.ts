import type { Deps } from '../../src/roles/deps';
import type { PaymentProvider } from '../../src/features/orders/payments/paypal-client';

/** The points between two steps of a purchase or a refund at which the API kills itself with SIGKILL. */
export const crashPoints = [
  /** The row is inserted, PayPal has no order. */
  'create:before',
  /** PayPal has the order, the row lacks its id. */
  'create:after',
  /** The row is `capturing`, PayPal has no request. */
  'capture:before',
  /** PayPal has captured, the row is unchanged. */
  'capture:after',
  /** The refund's row is inserted, PayPal has no request. */
  'refund:before',
  /** PayPal has refunded, the refund's row is open. */
  'refund:after',
  /** This point is within the transaction that records the payment, before its mail. */
  'record:inside',
  /** This point is after a transaction was committed, before the response. */
  'commit:after',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Wraps the API's dependencies so that reaching `point` for the `count`-th time kills the process. */
export function withCrash(deps: Deps, point: string | undefined, count: number): Deps {
  let left = count;
  const reach = (here: CrashPoint) => {
    if (here !== point) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };

  const { payments, db, env } = deps;
  const wrapped: PaymentProvider = {
    ...payments,
    async createPayment(payment, key) {
      reach('create:before');
      const created = await payments.createPayment(payment, key);
      reach('create:after');
      return created;
    },
    async capturePayment(id, key) {
      reach('capture:before');
      const captured = await payments.capturePayment(id, key);
      reach('capture:after');
      return captured;
    },
    async refundCapture(id, key, amount) {
      reach('refund:before');
      const refunded = await payments.refundCapture(id, key, amount);
      reach('refund:after');
      return refunded;
    },
  };

  type Transact = (work: (manager: typeof db.manager) => Promise<unknown>) => Promise<unknown>;
  // `bind` takes the last overload of `transaction`, which has an isolation level.
  const transact = db.transaction.bind(db) as Transact;
  const committing: Transact = async (work) => {
    const result = await transact(work);
    reach('commit:after');
    return result;
  };
  Object.assign(db, { transaction: committing });

  // The mail's link is signed within the transaction, so reading the secret is a point inside it.
  const watched = Object.defineProperty({ ...env }, 'secret', {
    get() {
      reach('record:inside');
      return env.secret;
    },
  });
  return { ...deps, payments: wrapped, env: watched };
}
