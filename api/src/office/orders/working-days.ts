import { delivery } from '@isa/api-contract';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a paid order has waited longer than the promised working days, Monday to Friday. */
export function isLate(paidAt: Date, now: Date): boolean {
  let days = 0;
  for (let at = paidAt.getTime() + DAY_MS; at <= now.getTime(); at += DAY_MS) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return days > delivery.dispatchDays;
}
