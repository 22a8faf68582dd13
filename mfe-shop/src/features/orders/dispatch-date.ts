import { delivery } from '@isa/api-contract';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The last day on which books leave the warehouse, by working days.
 * @param paidAt an ISO time
 * @returns an ISO time
 */
export function dispatchDate(paidAt: string): string {
  let day = Date.parse(paidAt);
  for (let workingDays = 0; workingDays < delivery.dispatchDays;) {
    day += DAY_MS;
    if (!isWeekend(new Date(day))) workingDays += 1;
  }
  return new Date(day).toISOString();
}

function isWeekend(date: Date): boolean {
  return date.getUTCDay() === 0 || date.getUTCDay() === 6;
}
