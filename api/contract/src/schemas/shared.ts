import { z } from 'zod';
import type { Pence } from '../money';

/** Integer pence, typed as {@link Pence} after parsing. */
export const penceSchema = z
  .custom<Pence>(
    (value) => typeof value === 'number' && Number.isSafeInteger(value),
    'Must be a whole number of pence.',
  )
  .meta({ type: 'integer', description: 'Pence' });
/** ISO 4217 code of the only currency. */
export const currencySchema = z.literal('GBP');
/** HTML of the academy, shipped with the API; never a visitor's input. */
export const htmlSchema = z.string();
/** A time in UTC by ISO 8601. */
export const timestampSchema = z.iso.datetime();
/** A response that only says what has happened. */
export const messageSchema = z.object({ message: z.string() });
/** An opaque token, base64url of 32 random bytes. It is absent when it is in the cookie. */
export const tokenSchema = z.string().min(1).max(200);

/** A string that a shared rule accepts; the error is the rule's message. */
export function stringWithRule(rule: (value: string) => string | undefined, maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .superRefine((value, context) => {
      const message = rule(value);
      if (message) context.addIssue({ code: 'custom', message });
    });
}
