import type { OrderRecord } from '../paypal-sandbox/records';

/** @returns the pence of a sandbox order that were captured and not refunded. */
export function netCaptured({ capture }: OrderRecord): number {
  if (!capture || capture.status === 'DECLINED' || capture.status === 'PENDING') return 0;
  const pence = (value: string) => Math.round(Number(value) * 100);
  const returned = capture.refunds.filter(({ status }) => status === 'COMPLETED');
  return returned.reduce((sum, refund) => sum - pence(refund.amount.value), pence(capture.amount.value));
}
