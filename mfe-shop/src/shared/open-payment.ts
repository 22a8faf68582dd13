import { type BasketTotals, calls, type Receipt } from '@isa/api-contract';
import {
  ApiError,
  type ApiErrorId,
  asApiError,
  createStore,
  type Host,
  isRecord,
  storedJson,
  useHost,
  useStore,
} from '@isa/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasThanks, lastOrder } from './last-order';

/** An order that was passed to PayPal and whose end this browser does not know yet. */
export interface OpenOrder {
  /** The signed part of the order's address, by which every tab may ask, also after the browser's cookies have ended. */
  readonly link: string;
  readonly number: string;
  /** What is being paid for; absent for an order that the server has named. */
  readonly totals?: BasketTotals;
}

const KEY = 'isa-private:shop:open-order';

/** All tabs share it, and it survives a reload. */
export const openOrder = storedJson('localStorage', KEY, (json): OpenOrder | undefined => {
  if (!isRecord(json)) return undefined;
  const { link, number, totals } = json;
  if (typeof link !== 'string' || typeof number !== 'string') return undefined;
  return { link, number, ...(isTotals(totals) && { totals }) };
});

function isTotals(value: unknown): value is BasketTotals {
  return (
    hasFields(value, 'number', ['subtotal', 'shipping', 'total', 'vat']) &&
    Array.isArray(value.lines) &&
    value.lines.every(
      (line) =>
        hasFields(line, 'string', ['title']) &&
        hasFields(line, 'number', ['productId', 'quantity', 'unitPrice', 'lineTotal', 'vat', 'vatPercent']),
    )
  );
}

function hasFields(
  value: unknown,
  type: 'string' | 'number',
  names: readonly string[],
): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && names.every((name) => typeof value[name] === type);
}

/** Numbers of orders whose lines have left the basket, newest first: several tabs may learn of the same payment. */
const subtracted = storedJson(
  'localStorage',
  'shop:subtracted-orders',
  (json): readonly string[] | undefined =>
    Array.isArray(json) ? json.filter((number) => typeof number === 'string') : undefined,
);
const MAX_SUBTRACTED = 50;

/** Takes what was paid out of the basket, once in all tabs; what was added meanwhile stays. */
async function subtractOnce({ basket }: Host, { number, lines }: Receipt): Promise<void> {
  const subtract = () => {
    const done = subtracted.read() ?? [];
    if (done.includes(number)) return;
    subtracted.write([number, ...done].slice(0, MAX_SUBTRACTED));
    basket.subtract(lines);
  };
  // Old browsers, and pages without https, have no locks.
  await ('locks' in navigator ? navigator.locks.request('shop:basket', subtract) : subtract());
}

/**
 * `paying`: PayPal's window is open in this tab. `asking`: the server is asked, and nothing is known yet. `open`: PayPal has
 * taken nothing so far, and its window may be open elsewhere. `unknown`: the server or PayPal does not answer. `paid`: the
 * money was taken, or PayPal is checking the payment.
 */
type Phase = 'none' | 'paying' | 'asking' | 'open' | 'unknown' | 'paid';

type PaymentState = {
  readonly phase: Phase;
  readonly order?: OpenOrder | undefined;
  /** Why nothing is known. */
  readonly error?: ApiError | undefined;
  readonly isAsking: boolean;
};

/** How a payment ended. */
export interface PaymentEnd {
  readonly number: string;
  /** The order as the server knows it; absent when the server does not know it. */
  readonly order?: Receipt;
  /** What the buyer was told before. */
  readonly before: Phase;
}

/** Pauses between two questions about an order, in milliseconds; the last one repeats. */
const PAUSES = [1_000, 3_000, 10_000, 30_000, 60_000] as const;

/** @param tries how often the question was asked. */
export function pauseAfter(tries: number): number {
  return PAUSES[tries] ?? 60_000;
}

/** The first pause while the buyer is at PayPal: a question brings news only if PayPal's window cannot tell. */
const AT_PAYPAL = 2;

/** The server does not know the order. Every other failure leaves the payment's end open. */
const missingErrors: ReadonlySet<ApiErrorId> = new Set(['not-found', 'link-expired', 'invalid-request']);

/** The open payment of this browser. It concludes nothing about money: the server asks PayPal and answers. */
function createPayment(host: Host) {
  const store = createStore<PaymentState>(restored);
  let onEnd: ((end: PaymentEnd) => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  /** Whether there was a reason to ask again during a question. */
  let isNews = false;
  /** Whether PayPal's window has ended, so that an order without approval can be closed. */
  let isLeft = false;

  function schedule(retryAfterSeconds = 0) {
    const pause = Math.max(pauseAfter(tries), retryAfterSeconds * 1000);
    tries += 1;
    clearTimeout(timer);
    timer = setTimeout(() => !document.hidden && void ask(), pause);
  }

  async function ask(): Promise<void> {
    const { order } = store.getState();
    if (!order || !onEnd) return;
    if (store.getState().isAsking) return void (isNews = true);
    clearTimeout(timer);
    isNews = false;
    store.setState({ isAsking: true });
    const params = { link: order.link };
    const answer = await host
      .api(calls.checkOrder, { params, body: { close: isLeft } })
      .then((answered) => answered.order, asApiError);
    store.setState({ isAsking: false });
    if (!onEnd) return;
    if (store.getState().order?.link !== order.link) return ask();
    await (answer instanceof ApiError ? failed(answer, order) : answered(answer, order));
  }

  async function failed(error: ApiError, open: OpenOrder): Promise<void> {
    if (missingErrors.has(error.id)) return end(open);
    if (isNews) return ask();
    if (store.getState().phase !== 'paying') store.setState({ phase: 'unknown', error });
    schedule(error.retryAfterSeconds);
  }

  async function answered(order: Receipt, open: OpenOrder): Promise<void> {
    if (order.status === 'created' || order.status === 'capturing') {
      // PayPal shows a declined order as approved, so it would be captured again.
      if (order.lastFailure === 'declined' && !isLeft) return left();
      if (isNews) return ask();
      const atPayPal = store.getState().phase === 'paying' && !isLeft;
      const phase = atPayPal ? 'paying' : order.status === 'created' ? 'open' : 'unknown';
      store.setState({ phase, error: undefined });
      if (order.status === 'created') tries = Math.max(tries, AT_PAYPAL);
      return schedule();
    }
    return end(open, order);
  }

  async function end({ link, number }: OpenOrder, order?: Receipt): Promise<void> {
    clearTimeout(timer);
    const before = store.getState().phase;
    const isPaid = order !== undefined && order.money !== 'none';
    store.setState({ phase: isPaid ? 'paid' : 'none', order: undefined, error: undefined });
    if (isPaid) {
      if (hasThanks(order)) lastOrder.write({ link, shown: false });
      await subtractOnce(host, order);
    }
    if (openOrder.read()?.link === link) openOrder.clear();
    onEnd?.({ number, before, ...(order && { order }) });
    // Another tab may have passed an order to PayPal meanwhile.
    const other = openOrder.read();
    if (!isPaid && other) await resume(other);
  }

  /** Asks at once, because something has happened. */
  function askNow(): Promise<void> {
    tries = 0;
    return ask();
  }

  async function left(): Promise<void> {
    isLeft = true;
    return approved();
  }

  async function approved(): Promise<void> {
    if (!store.getState().order) return;
    store.setState({ phase: 'asking' });
    return askNow();
  }

  function resume(order: OpenOrder): Promise<void> {
    adopt(order, 'asking');
    return askNow();
  }

  function adopt(order: OpenOrder, phase: 'paying' | 'asking'): void {
    isLeft = false;
    openOrder.write(order);
    store.setState({ phase, order, error: undefined });
  }

  return {
    store,
    askNow,

    /** Follows the open payment until the returned function is called. */
    start(listener: (end: PaymentEnd) => void) {
      onEnd = listener;
      /** Another tab may have passed an order to PayPal, or have learnt how this one ended. */
      const follow = () => {
        const { phase, order } = store.getState();
        const other = openOrder.read();
        // The order in this tab's window is settled first.
        const isBusy = phase === 'paying' || phase === 'paid';
        void (!isBusy && other && other.link !== order?.link ? resume(other) : askNow());
      };
      const whenVisible = () => {
        if (!document.hidden) follow();
      };
      const whenStored = ({ key }: StorageEvent) => {
        if (key === KEY) follow();
      };
      window.addEventListener('online', whenVisible);
      window.addEventListener('pageshow', whenVisible);
      document.addEventListener('visibilitychange', whenVisible);
      window.addEventListener('storage', whenStored);
      if (store.getState().phase !== 'paying')
        store.setState({ ...restored(), isAsking: store.getState().isAsking });
      void askNow();
      return () => {
        onEnd = undefined;
        clearTimeout(timer);
        window.removeEventListener('online', whenVisible);
        window.removeEventListener('pageshow', whenVisible);
        document.removeEventListener('visibilitychange', whenVisible);
        window.removeEventListener('storage', whenStored);
      };
    },

    /** An order was created, and the buyer pays it in PayPal's window. */
    begin(order: OpenOrder) {
      adopt(order, 'paying');
      tries = AT_PAYPAL;
      schedule();
    },

    /** The server has named an earlier order that has to be settled first. */
    resume,

    /** The buyer has approved the payment. */
    approved,

    /** PayPal's window has ended without telling an approval: the order can be closed unless it is approved. */
    left,
  };
}

function restored(): PaymentState {
  const order = openOrder.read();
  return { phase: order ? 'asking' : 'none', order, isAsking: false };
}

/** Asks about the open payment while the component is shown. @param onEnd called once, when the server tells its end. */
export function useOpenPayment(onEnd: (end: PaymentEnd) => void) {
  const host = useHost();
  const [payment] = useState(() => createPayment(host));
  const ended = useEffectEvent(onEnd);
  useEffect(() => payment.start((end) => ended(end)), [payment]);
  return { payment, ...useStore(payment.store) };
}
