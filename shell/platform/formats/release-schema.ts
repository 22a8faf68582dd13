import { callContractSchema } from '@isa/api-contract/schemas';
import { z } from 'zod';

/** Schemas of `release.json`. Only Node code imports them as values; the browser imports the types of `release.ts`. */

/** The most optional segments of a route, because React Router tries it with and without each of them. */
const MAX_OPTIONAL_SEGMENTS = 4;
const MAX_PATH_LENGTH = 500;

export const routeSchema = z.object({
  path: z
    .string()
    .max(MAX_PATH_LENGTH)
    .refine((path) => path.split('?').length - 1 <= MAX_OPTIONAL_SEGMENTS, {
      message: `has more than ${MAX_OPTIONAL_SEGMENTS} optional segments`,
    }),
  title: z.string(),
  header: z.enum(['home', 'about', 'contact', 'default']).exactOptional(),
  footer: z.enum(['light', 'dark']).exactOptional(),
  access: z.enum(['anyone', 'signed-in', 'signed-out']).exactOptional(),
  keepsVersion: z.boolean().exactOptional(),
  ownDocument: z.boolean().exactOptional(),
});

export const menuEntrySchema = z.object({
  menu: z.enum(['main', 'account']),
  label: z.string(),
  path: z.string(),
  order: z.number(),
  children: z
    .array(z.object({ label: z.string(), path: z.string(), note: z.string().exactOptional() }))
    .exactOptional(),
});

const sizeSchema = z.int().nonnegative();

const fileSchema = z.object({
  /** W3C Subresource Integrity, SHA-384. */
  integrity: z.string().regex(/^sha384-[\w+/=-]+$/, 'is not a SHA-384 hash'),
  bytes: sizeSchema,
  /** The size under brotli; equal to `bytes` for formats that are compressed already. */
  brotliBytes: sizeSchema,
});

export const releaseSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** Hash of the sources that it was built from. */
  revision: z.string(),
  contract: z.string(),
  /** Packages that it takes from the shell, with version ranges; empty for the shell itself. */
  shared: z.array(z.object({ request: z.string(), range: z.string() })),
  /** Packages that the shell provides to remotes; empty for a remote. */
  provides: z.array(z.object({ request: z.string(), version: z.string() })),
  /** Whether its scripts and assets are named after their content, and stored where all releases of the app share them. */
  sharesFiles: z.literal(true).exactOptional(),
  /** The script that starts it. */
  entry: z.string(),
  globalName: z.string(),
  routes: z.array(
    routeSchema.extend({
      /** Addresses for search engines; see `RemoteRoute`. */
      addresses: z.array(z.string()).exactOptional(),
    }),
  ),
  menu: z.array(menuEntrySchema),
  /** The scripts of each route's page, by the route's path, so that a page opened there can preload them. */
  pages: z.record(z.string(), z.array(z.string())).exactOptional(),
  /** The calls of the API that its sources name, as they were when it was built. */
  calls: z.record(z.string(), callContractSchema).exactOptional(),
  /** What its team allows its scripts to have, in bytes under brotli: those that it starts with, and all. */
  sizes: z.object({ start: sizeSchema, all: sizeSchema }).exactOptional(),
  /** Every file except `release.json` itself and compressed copies (`.br`, `.gz`). */
  files: z.record(z.string(), fileSchema),
});
