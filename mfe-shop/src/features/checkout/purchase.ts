import { type CallInput, calls, messages, type Order } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { asApiError, createStore, type Host, useHost, useStore } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { useEffect, useState } from 'react';
import { lastOrder } from '../../shared/last-order';
import { typedCompany } from './company-fields';
import {
  cancelled,
  captureFailure,
  type CheckoutFailure,
  orderFailure,
  undecidedErrors,
  windowFailed,
} from './failures';
import { type PendingOrder, pendingOrder } from './pending-order';

export type PurchaseView = ReturnType<typeof usePurchase>;

/** @param refreshPrices called when the API rejects the order's total. */
export function usePurchase(refreshPrices: () => void) {
  const host = useHost();
  const navigate = useNavigate();
  const [{ store, start, ...actions }] = useState(() =>
    createPurchase(host, () => void navigate(paths.paymentSuccessful, { replace: true })),
  );
  const { phase, failure } = useStore(store);
  useEffect(() => start(), [start]);
  useEffect(() => {
    if (failure?.next === 'prices') refreshPrices();
  }, [failure, refreshPrices]);
  return { ...actions, phase, failure };
}

interface PurchaseState {
  /** `paying`: in the provider's window. `settling`: capture is running. `lost`: its result is unknown. */
  readonly phase: 'ready' | 'paying' | 'settling' | 'lost' | 'paid';
  readonly failure: CheckoutFailure | undefined;
}

/** Pauses between attempts to capture, in milliseconds; an attempt may be repeated safely. */
const PAUSES = [1_000, 3_000] as const;

/** Independent of React and of the provider. @param showThanks called once, before the basket is emptied. */
function createPurchase(host: Host, showThanks: () => void) {
  const store = createStore<PurchaseState>(() => ({
    phase: pendingOrder.read() ? 'settling' : 'ready',
    failure: undefined,
  }));
  // The provider reports a failed createOrder() back as its own error, which must not replace our message.
  let reported = false;
  let settling = false;

  function set(phase: PurchaseState['phase'], failure?: CheckoutFailure) {
    store.setState({ phase, failure });
  }

  function fail(failure: CheckoutFailure) {
    reported = true;
    set(failure.next === 'resume' ? 'lost' : 'ready', failure);
  }

  /** Captures a pending order. Without a known approval it is tried once and may fail without a message. */
  async function settle(pending: PendingOrder): Promise<void> {
    if (settling) return;
    settling = true;
    set('settling');
    try {
      await finish(await capture(host, pending.providerOrderId, pending.approved ? PAUSES : []), pending);
    } catch (caught) {
      const error = asApiError(caught);
      const failure = captureFailure(error, pending);
      const undecided = failure.next === 'resume';
      if (!undecided) pendingOrder.clear();
      // An order that was never approved needs no message.
      if (pending.approved || undecided) fail(failure);
      else set('ready');
    } finally {
      settling = false;
    }
  }

  async function finish(order: Order, { providerOrderId }: PendingOrder): Promise<void> {
    set('paid');
    pendingOrder.clear();
    lastOrder.write({ order, providerOrderId, shown: false });
    // A payment in PayPal's review is recorded by the server once it completes.
    if (host.session.store.getState().status === 'in' && order.status === 'captured') {
      const products = order.lines.map(({ productId, title, quantity }) => ({ productId, title, quantity }));
      // Specification §4 requires this call. Its failure is harmless: the capture has granted access already.
      await host
        .api(calls.processPurchase, { body: { order: products, orderID: providerOrderId } })
        .catch(() => host.toasts.show({ tone: 'error', text: messages.somethingWrong }));
    }
    showThanks();
    host.basket.clear();
    typedCompany.clear();
  }

  const resume = () => {
    const pending = pendingOrder.read();
    if (pending) void settle(pending);
    else set('ready');
  };
  const resumeWhenLost = () => store.getState().phase === 'lost' && resume();

  return {
    store,

    /** Settles an order from before a reload, and retries a lost capture once the browser is online again. */
    start() {
      resume();
      window.addEventListener('online', resumeWhenLost);
      return () => window.removeEventListener('online', resumeWhenLost);
    },

    /** @returns the provider's order id. @throws ApiError after storing the failure. */
    async createOrder(body: CallInput<'createOrder'>['body']): Promise<string> {
      reported = false;
      set('paying');
      try {
        const { providerOrderId, number } = await host.api(calls.createOrder, { body });
        pendingOrder.write({ providerOrderId, number, approved: false });
        return providerOrderId;
      } catch (caught) {
        const error = asApiError(caught);
        fail(orderFailure(error));
        throw error;
      }
    },

    /** A declined customer reads why and presses a button again: a window that opened by itself would be blocked. */
    async approved(providerOrderId: string): Promise<void> {
      const known = pendingOrder.read();
      const number = known?.providerOrderId === providerOrderId ? known.number : providerOrderId;
      const pending = { providerOrderId, number, approved: true };
      pendingOrder.write(pending);
      await settle(pending);
    },

    cancelled() {
      pendingOrder.clear();
      fail(cancelled);
    },

    /** Records that the provider's script failed, unless a message of ours is shown or a capture is running. */
    providerFailed() {
      const { phase } = store.getState();
      if (!reported && phase !== 'settling' && phase !== 'paid') fail(windowFailed);
    },

    resume,
  };
}

/** Captures an order. An undecided failure is retried after each pause. */
async function capture(host: Host, providerOrderId: string, pauses: readonly number[]): Promise<Order> {
  try {
    const { order } = await host.api(calls.captureOrder, { params: { providerOrderId }, body: {} });
    return order;
  } catch (error) {
    const [pause, ...later] = pauses;
    if (pause === undefined || !undecidedErrors.has(asApiError(error).id)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return capture(host, providerOrderId, later);
  }
}
