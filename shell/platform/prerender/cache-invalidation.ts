import { type ContactDetails, londonDay } from '@isa/api-contract';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../../packages/node/folders';
import { CALLS_FOLDER, isCallFile } from '../../packages/node/package-sources';
import { type FailedPage, type SiteBuild, SITE_BUILD_FILE, siteBuildSchema } from '../formats/site-build';
import { parseJson } from '../formats/parse-json';
import type { CurrentSiteBuild, Site } from '../store/site';
import { type ApiAnswers, isSuccess } from './api-answers';

/** Every folder with code that this folder imports; `cache-invalidation.test.ts` checks that none is missing. */
export const RENDERER_SOURCES = [
  'shell/platform/prerender',
  'shell/platform/formats',
  'shell/platform/store',
  'shell/packages/node',
  'shell/packages/kit/webpack',
  'api/contract/src',
  CALLS_FOLDER,
];

/** A hash of the site builder's sources below the project's root, apart from tests. */
export async function rendererVersion(root: string): Promise<string> {
  // Bundles contain the hash of the sources that they were made from.
  if (process.env.RENDERER_VERSION) return process.env.RENDERER_VERSION;
  const hash = createHash('sha256');
  for (const folder of RENDERER_SOURCES) {
    const names = await readdir(path.join(root, folder), { recursive: true });
    const isSource = (name: string) =>
      folder === CALLS_FOLDER ? isCallFile(name) : /(?<!\.test)\.(?:ts|tsx|mjs)$/.test(name);
    for (const name of names.filter(isSource).sort()) {
      hash.update(`${folder}/${name}\0`).update(await readFile(path.join(root, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** The site build that visitors get, with its record, unless a renderer of another format has written it. */
export interface CurrentSite {
  readonly before: CurrentSiteBuild | undefined;
  readonly current: SiteBuild | undefined;
}

export async function readCurrentSite(site: Site): Promise<CurrentSite> {
  const before = await site.current();
  const text = before && (await site.read(before.id, SITE_BUILD_FILE));
  return { before, current: parseJson(text ?? '', siteBuildSchema) };
}

/** Whether a page of this release has failed before, so that the site build shows an even older version. */
export function hasFailed({ failedPages }: SiteBuild, { page, app, version }: FailedPage): boolean {
  return failedPages.some(
    (failed) => failed.page === page && failed.app === app && failed.version === version,
  );
}

/** What is the same in every site build of a site. */
export interface SiteSettings {
  /** The store's public address, without a slash at the end. */
  readonly cdnOrigin: string;
  readonly siteOrigin: string;
  /** The origin at which preview links open; without it none does. */
  readonly previewOrigin?: string | undefined;
  /** The provider's address that the newsletter's form is sent to; the API without it. */
  readonly newsletterUrl?: string | undefined;
  /** How the academy is reached, as the API's settings say. */
  readonly contact?: ContactDetails | undefined;
  /** The keys that previews are verified with, as JSON. */
  readonly previewKeys: string;
}

/** Whether the current site build shows all that a new one would. */
export async function isUpToDate(
  shown: SiteBuild,
  entry: string,
  settings: SiteSettings,
  apiAnswers: ApiAnswers,
  now: Date,
): Promise<boolean> {
  return (
    shown.entry === entry &&
    shown.renderer === (await rendererVersion(root)) &&
    shown.siteOrigin === settings.siteOrigin &&
    shown.cdnOrigin === settings.cdnOrigin &&
    shown.previewOrigin === settings.previewOrigin &&
    shown.newsletterUrl === settings.newsletterUrl &&
    isDeepStrictEqual(shown.contact, settings.contact) &&
    // The keys must be the same, because previews would otherwise go on trusting a key that was revoked.
    shown.previewKeys === settings.previewKeys &&
    shown.day === londonDay(now) &&
    (shown.validUntil === undefined || new Date(shown.validUntil) > now) &&
    // A page that has failed is tried again.
    shown.failedPages.length === 0 &&
    (await responsesUnchanged(shown, apiAnswers))
  );
}

/** Without a response the data counts as unchanged: slightly old pages are better than none. */
async function responsesUnchanged({ answers }: SiteBuild, apiAnswers: Pick<ApiAnswers, 'readAnswers'>) {
  const present = await apiAnswers.readAnswers(Object.keys(answers));
  return Object.entries(answers).every(([address, hash]) => {
    const answer = present.get(address);
    return answer === undefined || !isSuccess(answer) || answer === hash;
  });
}
