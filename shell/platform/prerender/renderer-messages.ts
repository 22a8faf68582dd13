import { z } from 'zod';
import { type PrerenderedPage, isPrerenderedPage } from '../formats/page-data';
import type { Valid } from '../formats/parse-json';

/** Messages of the render process. They are validated, because that process runs the code of releases. */

/** A request to the API, or the result of a call. */
export const messageSchema = z.union([
  z.object({ fetch: z.number(), url: z.string() }),
  z.object({ id: z.number(), value: z.unknown().optional(), error: z.string().optional() }),
]);

/** The result of loading a page, and the addresses of the API that it requested. */
const traced = z.object({ address: z.string(), requests: z.array(z.string()) });

/** It becomes a file's name and an entry of the route table, where other characters have a meaning. */
const namedAddressSchema = z
  .string()
  .max(200)
  .regex(/^(?:\/[\w~-][\w.~-]*)+$/);

export const tracedPageSchema = z.discriminatedUnion('outcome', [
  traced.extend({
    outcome: z.literal('page'),
    dataHash: z.string(),
    hasData: z.boolean(),
    addresses: z.array(namedAddressSchema).exactOptional(),
    validUntil: z.iso.datetime().exactOptional(),
  }),
  traced.extend({ outcome: z.literal('redirect'), to: z.string() }),
  traced.extend({ outcome: z.literal('missing') }),
  traced.extend({ outcome: z.literal('failed'), message: z.string() }),
]);

export const tracedPagesSchema = z.array(tracedPageSchema);

export type TracedPage = Valid<typeof tracedPageSchema>;

/** How many characters a page may have, without the rest of its document. */
const MAX_PAGE = 4 * 1024 * 1024;

export const renderedPageSchema = z
  .object({
    page: z.custom<PrerenderedPage>(isPrerenderedPage),
    head: z.array(z.string()),
    styles: z.string(),
    body: z.string(),
    fonts: z.array(z.string()),
  })
  .refine((page) => JSON.stringify(page).length <= MAX_PAGE, { message: 'is too large' });

export const startedSchema = z.undefined();
