import type { Context } from 'koa';
import { PayPalError } from '../paypal-error';

const LIMIT_BYTES = 256 * 1024;

async function readText(ctx: Context): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of ctx.req) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > LIMIT_BYTES) throw malformed();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The fields of a submitted form. */
export async function readForm(ctx: Context): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(new URLSearchParams(await readText(ctx)));
}

/** @throws PayPalError 415 for another media type than JSON, 400 MALFORMED_REQUEST_JSON */
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

function malformed(): PayPalError {
  const description = 'The request JSON is not well formed.';
  return new PayPalError(400, [{ location: 'body', issue: 'MALFORMED_REQUEST_JSON', description }]);
}
