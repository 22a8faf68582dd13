import { z } from 'zod';
import type { Valid } from './parse-json';

export const compositionSchema = z.object({
  /** The registry's revision. */
  revision: z.number(),
  /** The live version of each app. */
  versions: z.record(z.string(), z.string()),
  siteOrigin: z.string(),
  cdnOrigin: z.string(),
  /** The API's responses: path and query → SHA-256 of the body as JSON. */
  answers: z.record(z.string(), z.string()),
  pages: z.number(),
  /** Hash of the composer's sources: another composer may render other pages of the same input. */
  composer: z.string(),
});

/** `composition.json`: the input of a composition. */
export type Composition = Valid<typeof compositionSchema>;

export const COMPOSITION_FILE = 'composition.json';
