import { exampleAddress, matchesPattern } from '../formats/addresses';
import {
  MAX_PREVIEW_DAYS,
  type Preview,
  PREVIEW_PROOF,
  PREVIEW_RELEASE,
  previewText,
} from '../formats/preview';
import type { Release } from '../formats/release';
import { contentHash } from '../store/integrity';
import { PREVIEW_OWNER, REGISTRY_OWNER, requireTrustedKey } from '../store/keys/local-keys';
import { signText } from '../store/keys/signature';
import { requirePublished, type StoreAccess, storeOf } from '../store/releases';
import { UserError } from '../../packages/node/user-error';

export interface PreviewOptions extends StoreAccess {
  readonly app: string;
  readonly version: string;
  readonly hours: number;
  /** The page to open; the first one of the release by default. */
  readonly page?: string | undefined;
  readonly previewOrigin: string;
}

export interface PreviewLink {
  readonly url: string;
  /** When the link expires, as an ISO 8601 time. */
  readonly expires: string;
}

/**
 * A link that shows a remote's release.
 * @throws UserError when it is not in the store or not signed by its team, or no trusted key can sign the
 * link.
 */
export async function previewLink(options: PreviewOptions): Promise<PreviewLink> {
  const { app, version, hours, previewOrigin } = options;
  const store = storeOf(options);
  const { keys } = store;
  if (app === 'shell') throw new UserError('The shell has no previews: its script is part of every page.');
  if (!(hours > 0 && hours <= MAX_PREVIEW_DAYS * 24)) {
    throw new UserError(`A preview link is valid for up to ${MAX_PREVIEW_DAYS} days.`);
  }
  const release = await requirePublished(app, version, store);
  // The key for previews where this machine has it, as in pipelines; else the operators' own.
  const owner = await keys.privateKey(PREVIEW_OWNER).then(
    () => PREVIEW_OWNER,
    () => REGISTRY_OWNER,
  );
  await requireTrustedKey(owner, keys);
  const expires = Math.floor(Date.now() / 1000 + hours * 3600);
  const preview: Preview = { name: app, version, expires, content: contentHash(release) };
  const { signature, key } = signText(previewText(preview), await keys.privateKey(owner));
  const url = new URL(pageOf(release, options.page), previewOrigin);
  url.searchParams.set(PREVIEW_RELEASE, `${app}@${version}`);
  url.searchParams.set(PREVIEW_PROOF, [expires, preview.content, key, signature].join('.'));
  return { url: url.href, expires: new Date(expires * 1000).toISOString() };
}

/** @throws UserError when the release does not serve the page. */
function pageOf({ name, version, routes }: Release, page: string | undefined): string {
  if (page === undefined) {
    const open = routes.find(({ path, access = 'anyone' }) => access === 'anyone' && !path.includes(':'));
    return open?.path ?? exampleAddress(routes[0]?.path ?? '/');
  }
  if (page.startsWith('/') && routes.some(({ path }) => matchesPattern(path, page))) return page;
  throw new UserError(
    `${name}@${version} has no page ${page}. It has ${routes.map(({ path }) => path).join(', ')}.`,
  );
}
