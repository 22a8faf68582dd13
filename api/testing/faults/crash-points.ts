import type { Deps } from '../../src/deps';
import type { PaymentProvider } from '../../src/features/orders/payments/provider';

/** The places between two steps of a purchase at which the API kills itself, as `kill -9` would. */
export const crashPoints = [
  /** The row is written, PayPal has not heard of it. */
  'create:before',
  /** PayPal has the order, the row does not know its id. */
  'create:after',
  /** The row says `capturing`, PayPal has not been asked. */
  'capture:before',
  /** PayPal has taken the money, the row does not know. */
  'capture:after',
  /** In the middle of the transaction that records the payment, before its mail. */
  'record:inside',
  /** Right after some transaction was committed, before anybody was told. */
  'commit:after',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Wraps what the API works with so that the `count`-th time at `point` is its end. */
export function crashing(deps: Deps, point: string | undefined, count: number): Deps {
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
  };

  type Transact = (work: (manager: typeof db.manager) => Promise<unknown>) => Promise<unknown>;
  const transact = db.transaction.bind(db) as Transact;
  const committing: Transact = async (work) => {
    const result = await transact(work);
    reach('commit:after');
    return result;
  };
  Object.assign(db, { transaction: committing });

  // The confirmation's link is signed while its mail is written, which is the middle of the transaction.
  const watched = Object.defineProperty({ ...env }, 'secret', {
    get() {
      reach('record:inside');
      return env.secret;
    },
  });
  return { ...deps, payments: wrapped, env: watched };
}
