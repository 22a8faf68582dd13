import { z } from 'zod';
import { html, type Html } from '../../src/http/html';
import { fundingSourceSchema } from '../records';

const sessionSchema = z.object({
  token: z.string().min(1).max(64),
  /** The page that opened the window and receives the result. */
  origin: z.string().default('').transform(webOrigin),
  fundingSource: fundingSourceSchema.catch('paypal'),
});

/** State of the window, passed from step to step in its address and then in hidden fields. */
export type BuyerSession = Readonly<z.infer<typeof sessionSchema>>;

export function readSession(fields: unknown): BuyerSession | undefined {
  return sessionSchema.safeParse(fields).data;
}

export function sessionFields({ token, origin, fundingSource }: BuyerSession): Html {
  return html`<input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="origin" value="${origin}" />
    <input type="hidden" name="fundingSource" value="${fundingSource}" />`;
}

/** The canonical origin of a web address, else an empty text, which receives no result. */
function webOrigin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url && ['http:', 'https:'].includes(url.protocol) ? url.origin : '';
}
