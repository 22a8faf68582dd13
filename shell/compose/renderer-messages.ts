import { z } from 'zod';
import { type ComposedPage, isComposedPage } from '../formats/page-data';

/** Messages of the render process. They are validated, because that process runs the code of releases. */

/** A request to the API, or the result of a call. */
export const messageSchema = z.union([
  z.object({ fetch: z.number(), url: z.string() }),
  z.object({ id: z.number(), value: z.unknown().optional(), error: z.string().optional() }),
]);

export const loadedPagesSchema = z.array(
  z.discriminatedUnion('outcome', [
    z.object({
      address: z.string(),
      outcome: z.literal('page'),
      dataHash: z.string(),
      hasData: z.boolean(),
    }),
    z.object({ address: z.string(), outcome: z.literal('redirect'), to: z.string() }),
    z.object({ address: z.string(), outcome: z.literal('missing') }),
  ]),
);

export const renderedPageSchema = z.object({
  page: z.custom<ComposedPage>(isComposedPage),
  head: z.array(z.string()),
  styles: z.string(),
  body: z.string(),
  fonts: z.array(z.string()),
});

export const startedSchema = z.object({
  /** Whether the shell's pages accept navigation instead of the releases of other remotes. */
  readsNavigation: z.boolean(),
});
