import { z } from 'zod';
import type { FundingSource } from '../records';
import { html, type Html } from '../../src/http/html';

/** What the window carries from step to step, in its address first and then in hidden fields. */
export interface BuyerSession {
  readonly token: string;
  /** The page that opened the window and that is told the result. */
  readonly origin: string;
  readonly fundingSource: FundingSource;
}

const sessionSchema = z.object({
  token: z.string().min(1).max(64),
  origin: z
    .string()
    .default('')
    .transform((value) => webOrigin(value)),
  fundingSource: z.enum(['paypal', 'card', 'paylater']).catch('paypal'),
});

export function readSession(fields: Readonly<Record<string, unknown>>): BuyerSession | undefined {
  const parsed = sessionSchema.safeParse(fields);
  return parsed.success ? parsed.data : undefined;
}

export function sessionFields({ token, origin, fundingSource }: BuyerSession): Html {
  return html`<input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="origin" value="${origin}" />
    <input type="hidden" name="fundingSource" value="${fundingSource}" />`;
}

/** An origin in its canonical form, or nothing: results are posted to no other place. */
function webOrigin(value: string): string {
  try {
    const url = new URL(value);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : '';
  } catch {
    return '';
  }
}
