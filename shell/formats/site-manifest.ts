import { z } from 'zod';
import type { Valid } from './parse-json';
import { routeTableSchema } from './route-table';

/** The object that names the composition which visitors get. Replacing it is the only change that they see. */
export const POINTER_OBJECT = 'current.json';

/** No other object changes, but this and `PRUNE_OBJECT`. */
export const pointerSchema = z.object({
  /** Of a composition; part of the names of objects and folders. */
  id: z.string().regex(/^[\w-]+$/),
  /** When its data was requested, in milliseconds since 1970. */
  requestedAt: z.number(),
});

/** The last `prune`. Composers read it, so that they never use an object that is being removed. */
export const PRUNE_OBJECT = 'prune.json';

export const pruneSchema = z.object({
  /** When it began, in milliseconds since 1970. */
  at: z.number(),
  /** Different for each `prune`. */
  id: z.string(),
  /** What it may be removing; empty when it has ended. */
  objects: z.array(z.string()),
});

/** In milliseconds. A `prune` that was stopped no longer counts. */
export const PRUNE_ENDS_MS = 60 * 60 * 1000;

/** The table of a composition in a bucket: its routes, and where its files are. */
export const siteManifestSchema = routeTableSchema.extend({
  /** File of the composition → object. */
  files: z.record(z.string(), z.string()),
});

export type SiteManifest = Valid<typeof siteManifestSchema>;

/** The object with a composition's manifest. It is written when all of its files are there. */
export function manifestObject(id: string): string {
  return `compositions/${id}.json`;
}
