import { z } from 'zod';
import { emailAddress, isEmail } from './email-address';
import type { Pence } from './money';
import { normaliseLine } from './typed-text';

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

/** What `repeatable` adds to a request. It is random, so that no other request has the same one. */
export const requestIdSchema = z
  .string()
  .regex(/^[\w-]{22,64}$/)
  .optional();

/** Far above the limit of every rule, whose message is more helpful than this schema's. */
const MAX_TYPED = 20_000;

/** A typed text that a shared rule accepts, in its normalised form. The error is the rule's message. */
export function typedSchema(
  rule: (typed: string) => string | undefined,
  normalise: (typed: string) => string = normaliseLine,
) {
  return z
    .string()
    .max(MAX_TYPED)
    .superRefine((typed, context) => {
      const message = rule(typed);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .transform(normalise);
}

/** An email address in its stored form. */
export function emailSchema(message: string) {
  return typedSchema(
    (typed) => (isEmail(typed) ? undefined : message),
    (typed) => emailAddress(typed) ?? typed,
  );
}
