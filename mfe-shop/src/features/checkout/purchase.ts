import { type CallInput, calls, messages, type Order } from '@isa/api-contract';
import { asApiError, createStore, type Host } from '@isa/contract';
import { lastOrder } from '../../shared/last-order';
import { cancelled, captureFailure, type Failure, isUndecided, orderFailure, windowFailed } from './failures';
import { type PendingOrder, pendingOrder } from './pending-order';

/**
 * `ready`: the buttons wait. `paying`: the customer is with the payment provider. `settling`: approved,
 * being captured. `lost`: approved, and nobody knows yet what came of it. `paid`: on the way to the thanks.
 */
type PurchasePhase = 'ready' | 'paying' | 'settling' | 'lost' | 'paid';

interface PurchaseState {
  readonly phase: PurchasePhase;
  readonly failure: Failure | undefined;
}

/** What a declined customer may do without leaving the provider's window. */
export interface ApprovalActions {
  chooseAnotherInstrument(): void;
}

/** Pauses between attempts to hear of a capture, in milliseconds. Capturing twice is capturing once. */
const PAUSES = [1_000, 3_000] as const;

/**
 * From the basket to the paid order: every call, every failure, and what survives a reload. Knows neither
 * React nor the payment provider.
 * @param leave shows the page that says thanks; called once, before the basket is emptied.
 */
export function createPurchase(host: Host, leave: () => void) {
  const store = createStore<PurchaseState>(() => ({
    phase: pendingOrder.read() ? 'settling' : 'ready',
    failure: undefined,
  }));
  // The provider reports our own failures back to us in its words; the first report is the better one.
  let reported = false;
  let settling = false;

  function set(phase: PurchasePhase, failure?: Failure) {
    store.setState({ phase, failure });
  }

  function fail(failure: Failure) {
    reported = true;
    set(failure.next === 'resume' ? 'lost' : 'ready', failure);
  }

  /** Brings an order to its end. One that nobody has called approved is asked about once, and quietly. */
  async function settle(pending: PendingOrder, actions?: ApprovalActions): Promise<void> {
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
      // An order that was never approved and never will be is nobody's concern any more.
      if (pending.approved || undecided) fail(failure);
      else set('ready');
      if (error.id === 'payment-declined') actions?.chooseAnotherInstrument();
    } finally {
      settling = false;
    }
  }

  async function finish(order: Order, { providerOrderId }: PendingOrder): Promise<void> {
    set('paid');
    pendingOrder.clear();
    lastOrder.write({ order, providerOrderId, shown: false });
    const signedIn = host.session.store.getState().status === 'in';
    // A payment that PayPal still looks at cannot be claimed yet; the server records it when it is through.
    if (signedIn && order.status === 'captured') await claim(order, providerOrderId);
    leave();
    host.basket.clear();
  }

  /** Specification §4: a customer's purchase is reported. The capture has granted everything already. */
  async function claim({ lines }: Order, orderID: string): Promise<void> {
    const order = lines.map(({ productId, title, quantity }) => ({ productId, title, quantity }));
    try {
      await host.api(calls.processPurchase, { body: { order, orderID } });
    } catch {
      host.toasts.show({ tone: 'error', text: messages.somethingWrong });
    }
  }

  const resume = () => {
    const pending = pendingOrder.read();
    if (pending) void settle(pending);
    else set('ready');
  };
  const resumeWhenLost = () => store.getState().phase === 'lost' && resume();

  return {
    store,

    /**
     * Looks after an order from before a reload, which the customer may have approved while nobody was
     * listening, and asks again by itself when the network is back.
     * @returns ends the looking after.
     */
    start() {
      const pending = pendingOrder.read();
      if (pending) void settle(pending);
      window.addEventListener('online', resumeWhenLost);
      return () => window.removeEventListener('online', resumeWhenLost);
    },

    /** Makes the order and answers the provider's id for it. Rejects after the failure is in the state. */
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

    async approved(providerOrderId: string, actions: ApprovalActions): Promise<void> {
      const known = pendingOrder.read();
      const number = known?.providerOrderId === providerOrderId ? known.number : providerOrderId;
      const pending = { providerOrderId, number, approved: true };
      pendingOrder.write(pending);
      await settle(pending, actions);
    },

    cancelled() {
      pendingOrder.clear();
      fail(cancelled);
    },

    /** The provider's script gave up. What we said ourselves stays; a payment under way is not given up. */
    providerFailed() {
      const { phase } = store.getState();
      if (!reported && phase !== 'settling' && phase !== 'paid') fail(windowFailed);
    },

    /** Asks again what became of an approved order. */
    resume,
  };
}

/** Captures an approved order; an answer that got lost is asked for again after each pause. */
async function capture(host: Host, providerOrderId: string, pauses: readonly number[]): Promise<Order> {
  try {
    const { order } = await host.api(calls.captureOrder, { params: { providerOrderId }, body: {} });
    return order;
  } catch (error) {
    const [pause, ...later] = pauses;
    if (pause === undefined || !isUndecided(asApiError(error).id)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return capture(host, providerOrderId, later);
  }
}
