import { callSchemas } from '@isa/api-contract/schemas';
import { z } from 'zod';
import type { Valid } from './parse-json';

const failedPageSchema = z.object({
  /** The address, or `*` for all pages of the app. */
  page: z.string(),
  app: z.string(),
  version: z.string(),
  /** Why it cannot be rendered, in one line. */
  reason: z.string(),
});

/** A page that could not be rendered again, so that visitors get its last version. */
export type FailedPage = Valid<typeof failedPageSchema>;

/** Names a failed page and its release, as the subject of a sentence. */
export function describeFailedPage({ page, app, version, reason }: FailedPage): string {
  const subject = page === '*' ? `Every page of ${app}@${version}` : `${page} of ${app}@${version}`;
  return `${subject} cannot be rendered: ${reason}`;
}

export const siteBuildSchema = z.object({
  revision: z.number(),
  /**
   * The bytes of the signed entry of the history whose registry the pages show. A change of the registry is in force
   * once the site build with its entry is current, even if the process has died before it wrote the history.
   */
  entry: z.string(),
  siteOrigin: z.string(),
  cdnOrigin: z.string(),
  previewOrigin: z.string().exactOptional(),
  newsletterUrl: z.string().exactOptional(),
  contact: callSchemas.readContactDetails.response.exactOptional(),
  /** The API's responses: path and query → SHA-256 of the body as JSON. */
  answers: z.record(z.string(), z.string()),
  /** The day in London on which the pages' data was loaded, such as `2026-11-26`. */
  day: z.string(),
  /** When the first page says something that is no longer true; absent when no page does. */
  validUntil: z.iso.datetime().exactOptional(),
  failedPages: z.array(failedPageSchema),
  pages: z.number(),
  /** Another renderer may render other pages of the same input. */
  renderer: z.string(),
  /** The keys that previews are verified with, as JSON. */
  previewKeys: z.string(),
  /** File → hash of what the page is made from, and of its text. An equal key is not rendered again. */
  files: z.record(z.string(), z.tuple([z.string(), z.string()])),
});

/** `site-build.json`: the input of a site build. */
export type SiteBuild = Valid<typeof siteBuildSchema>;

export const SITE_BUILD_FILE = 'site-build.json';
