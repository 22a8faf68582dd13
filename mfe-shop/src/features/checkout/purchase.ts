import { type BasketTotals, type CallInput, calls, messages, type Receipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { asApiError, useHost } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { useEffect, useRef, useState } from 'react';
import { hasThanks } from '../../shared/last-order';
import { type PaymentEnd, useOpenPayment } from '../../shared/open-payment';
import { typedCompany } from './company-fields';
import {
  type CheckoutFailure,
  lateApproval,
  orderFailure,
  unpaidNotice,
  type WindowEnd,
  windowNotice,
} from './failures';

export type Purchase = ReturnType<typeof usePurchase>;

/** Takes the buyer to PayPal and back. @param refreshPrices called when the API rejects the order's total. */
export function usePurchase(refreshPrices: () => void) {
  const host = useHost();
  const navigate = useNavigate();
  const open = useOpenPayment(onEnd);
  const [failure, setFailure] = useState<CheckoutFailure>();
  /** What the order that is being created consists of. */
  const [creating, setCreating] = useState<BasketTotals>();
  // PayPal's callbacks may come before a new rendering.
  const isCreating = useRef(false);
  const windowEnd = useRef<WindowEnd>(undefined);
  /** The number of the order that the server has closed unpaid, while PayPal's window may still be open. */
  const closed = useRef<string>(undefined);
  const isReported = useRef(false);
  useEffect(() => {
    if (failure?.next === 'prices') refreshPrices();
  }, [failure, refreshPrices]);

  function onEnd(end: PaymentEnd) {
    const { order } = end;
    if (!order || order.money === 'none') {
      closed.current = order?.number;
      return setFailure(unpaidNotice(end, windowEnd.current));
    }
    typedCompany.clear();
    void report(order);
    void navigate(hasThanks(order) ? paths.paymentSuccessful : paths.order(order.link), { replace: true });
  }

  /** Specification §4 requires this call. Its failure is harmless: the capture has granted access already. */
  async function report({ lines, providerOrderId, status }: Receipt): Promise<void> {
    if (host.session.store.getState().status !== 'in' || status !== 'captured' || providerOrderId === null)
      return;
    const products = lines.map(({ productId, title, quantity }) => ({ productId, title, quantity }));
    await host
      .api(calls.processPurchase, { body: { order: products, orderID: providerOrderId } })
      .catch(() => host.toasts.show({ tone: 'error', text: messages.somethingWrong }));
  }

  return {
    ...open,
    failure,
    /** What is being paid for: it stays the same when the basket changes meanwhile. */
    frozen: creating ?? (open.phase === 'none' || open.phase === 'open' ? undefined : open.order?.totals),

    /** @returns the provider's order id. @throws ApiError after the reason is shown. */
    async createOrder(
      totals: BasketTotals,
      details: Omit<CallInput<'createOrder'>['body'], 'items' | 'expectedTotal' | 'account'>,
    ): Promise<string> {
      const items = totals.lines.map(({ productId, quantity }) => ({ productId, quantity }));
      windowEnd.current = undefined;
      closed.current = undefined;
      [isCreating.current, isReported.current] = [true, false];
      setFailure(undefined);
      setCreating(totals);
      try {
        const { account, status } = host.session.store.getState();
        const shown = status === 'out' ? null : account;
        const body = { items, expectedTotal: totals.total, ...details, account: shown };
        const { providerOrderId, number, link } = await host.api(calls.createOrder, { body });
        open.payment.begin({ link, number, totals });
        // The buyer has closed the window already.
        if (windowEnd.current) void open.payment.left();
        return providerOrderId;
      } catch (caught) {
        const error = asApiError(caught);
        isReported.current = true;
        if (error.order) {
          host.toasts.show({ text: error.message });
          void open.payment.resume(error.order);
        } else setFailure(orderFailure(error));
        throw error;
      } finally {
        isCreating.current = false;
        setCreating(undefined);
      }
    },

    /** The buyer has approved the payment, perhaps in a window that had seemed to end. */
    async approved() {
      const { phase } = open.payment.store.getState();
      if (phase === 'none' && closed.current !== undefined) setFailure(lateApproval(closed.current));
      else await open.payment.approved();
    },

    /** PayPal's window has ended without telling an approval. PayPal reports a failed `createOrder` as its own error. */
    windowEnded(why: WindowEnd) {
      const { phase } = open.payment.store.getState();
      windowEnd.current = why;
      if (isCreating.current || isReported.current) return;
      if (phase === 'paying') void open.payment.left();
      else if (phase === 'none') setFailure(windowNotice(why));
    },
  };
}
