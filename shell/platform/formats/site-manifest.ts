import { z } from 'zod';
import type { Valid } from './parse-json';
import { routeTableSchema } from './route-table';

/** The object that names the site build which visitors get. Replacing it is the only change that they see. */
export const POINTER_OBJECT = 'current.json';

/** The content of the pointer. No object but this and `PRUNE_OBJECT` changes. */
export const pointerSchema = z.object({
  /** The id of the site build, which is a part of the names of objects and folders. */
  id: z.string().regex(/^[\w-]+$/),
});

/** The last `prune`. Site builders read it, so that they never use an object that is being removed. */
export const PRUNE_OBJECT = 'prune.json';

export const pruneSchema = z.object({
  /** When it began, in milliseconds since 1970. */
  at: z.number(),
  /** The id of the process that has written it last. A `prune` that no longer finds its own stops. */
  id: z.string(),
  /** The objects that are being removed; empty when none is. */
  objects: z.array(z.string()),
  /** Whether a site builder has stopped the `prune`, because it needs one of the objects. */
  isStopped: z.boolean().optional(),
});

/** How long, in milliseconds, a `prune` may remove objects after it has read its own record. */
export const PRUNE_OWNS_MS = 3_000;
/** Milliseconds after which nothing that a replaced `prune` has requested is under way any more. */
export const PRUNE_SETTLES_MS = 5_000;

/** The table of a site build in a bucket: its routes, and where its files are. */
export const siteManifestSchema = routeTableSchema.extend({
  files: z.record(z.string(), z.string()),
});

export type SiteManifest = Valid<typeof siteManifestSchema>;

/** The object with a site build's manifest. It is written when all of its files are there. */
export function manifestObject(id: string): string {
  return `site-builds/${id}.json`;
}
