import { z } from 'zod';
import type { Valid } from './parse-json';
import { registeredReleaseSchema } from './registry-schema';

const fallbackSchema = z.object({
  app: z.string(),
  version: z.string(),
  /** Why it cannot be rendered, in one line. */
  reason: z.string(),
  /** The version that the app's pages are rendered from; absent when the app has no pages yet. */
  used: z.string().exactOptional(),
});

/** A live release that cannot be rendered, so that visitors keep an earlier one. */
export type Fallback = Valid<typeof fallbackSchema>;

/** Describes a fallback as a sentence without its full stop. */
export function describeFallback({ app, version, used, reason }: Fallback): string {
  const instead = used === undefined ? `${app} has no pages` : `visitors keep ${app}@${used}`;
  return `${app}@${version} cannot be rendered, and ${instead}: ${reason}`;
}

export const servedReleasesSchema = z.object({
  revision: z.number(),
  /** The version of each app that its pages are rendered from. */
  versions: z.record(z.string(), z.string()),
  fallbacks: z.array(fallbackSchema),
});

/** `releases.json` of the site: what visitors get, and why it differs from the registry. */
export type ServedReleases = Valid<typeof servedReleasesSchema>;

export const SERVED_RELEASES_FILE = 'releases.json';

export const siteBuildSchema = servedReleasesSchema.extend({
  /** Each with the registered release that a remote's pages are rendered from. */
  fallbacks: z.array(fallbackSchema.extend({ release: registeredReleaseSchema.exactOptional() })),
  siteOrigin: z.string(),
  cdnOrigin: z.string(),
  previewOrigin: z.string().exactOptional(),
  newsletterUrl: z.string().exactOptional(),
  /** The API's responses: path and query → SHA-256 of the body as JSON. */
  answers: z.record(z.string(), z.string()),
  pages: z.number(),
  /** Another site builder may render other pages of the same input. */
  siteBuilder: z.string(),
  /** The keys that previews are verified with, as JSON. */
  previewKeys: z.string().exactOptional(),
  /** File → hash of what the page is made from, and of its text. An equal key is not rendered again. */
  files: z.record(z.string(), z.tuple([z.string(), z.string()])),
});

/** `site-build.json`: the input of a site build. */
export type SiteBuild = Valid<typeof siteBuildSchema>;

export const SITE_BUILD_FILE = 'site-build.json';
