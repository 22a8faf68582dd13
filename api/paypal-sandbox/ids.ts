import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXY';

/** Seventeen letters and digits, the format of PayPal's ids of orders, captures and refunds. */
export function newId(): string {
  return Array.from({ length: 17 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
