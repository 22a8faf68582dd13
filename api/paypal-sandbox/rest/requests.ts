import type { Context } from 'koa';
import { PayPalError } from '../paypal-error';

const LIMIT_BYTES = 256 * 1024;

/** The request's body as text, read once. */
export async function readText(ctx: Context): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMIT_BYTES) throw malformed();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws PayPalError 415 for anything but JSON, 400 MALFORMED_REQUEST_JSON. */
export async function readJson(ctx: Context): Promise<unknown> {
  const text = await readText(ctx);
  if (text === '') return undefined;
  if (!ctx.is('json')) throw new PayPalError(415);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

export function requestId(ctx: Context): string | undefined {
  return ctx.get('PayPal-Request-Id') || undefined;
}

export function wantsRepresentation(ctx: Context): boolean {
  return ctx.get('Prefer').includes('return=representation');
}

function malformed(): PayPalError {
  return new PayPalError(400, [
    {
      location: 'body',
      issue: 'MALFORMED_REQUEST_JSON',
      description: 'The request JSON is not well formed.',
    },
  ]);
}
