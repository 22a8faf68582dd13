import { z } from 'zod';
import type { Valid } from './parse-json';
import { routeTableSchema } from './route-table';

/** The object that names the composition which visitors get. Replacing it is the only change that they see. */
export const POINTER_OBJECT = 'current.json';

/** Every object but the pointer keeps its content for ever. */
export const pointerSchema = z.object({
  /** Of a composition. */
  id: z.string(),
  /** When its data was requested, in milliseconds since 1970. */
  requestedAt: z.number(),
});

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
