import { isRecord } from '@isa/contract';
import {
  MAX_PREVIEW_DAYS,
  type Preview,
  PREVIEW_KEYS_FILE,
  type PreviewKeys,
  previewText,
} from '../../platform/formats/preview';
import {
  type PageRegistry,
  pageRelease,
  type PublicKey,
  type RemoteRelease,
  type Signature,
} from '../../platform/formats/registry';
import { type Release, scriptHashes, storedAt } from '../../platform/formats/release';
import type { PreviewRequest } from './preview-request';

interface PreviewOptions {
  /** The page's registry, which names the store. */
  readonly page: PageRegistry;
  readonly fetch: typeof globalThis.fetch;
  readonly subtle: SubtleCrypto | undefined;
  readonly now: () => number;
}

/** How far, in milliseconds, a visitor's clock may be behind that of the machine that signs links. */
const CLOCK_DIFFERENCE = 10 * 60 * 1000;
const LONGEST = MAX_PREVIEW_DAYS * 24 * 60 * 60 * 1000 + CLOCK_DIFFERENCE;

/**
 * Loads the release of a preview link from the `release.json` that its team has signed.
 * @returns `undefined` when link or release are not signed by a key of the site, or the link has expired, is
 * valid for longer than any that we make, or belongs to other content.
 */
export async function loadPreview(
  request: PreviewRequest,
  { page, fetch, subtle, now }: PreviewOptions,
): Promise<RemoteRelease | undefined> {
  const [, name, version] = /^([a-z][a-z0-9-]*)@([\w.-]+)$/.exec(request.release) ?? [];
  const [expires, content, key, signature] = request.proof.split('.');
  if (!name || !version || !content || !key || !signature || !subtle) return undefined;
  const preview: Preview = { name, version, expires: Number(expires), content };
  const remaining = preview.expires * 1000 - now();
  if (!(remaining > 0 && remaining <= LONGEST)) return undefined;
  try {
    const keys: unknown = await fetch(`/${PREVIEW_KEYS_FILE}`).then((response) => response.json());
    if (!isPreviewKeys(keys)) return undefined;
    if (!(await isSignedBy(keys.links, { key, signature }, previewText(preview), subtle))) return undefined;
    const response = await fetch(`${page.cdn}/${name}/${version}/release.json`);
    const signed: unknown = await response.json();
    if (!isSignedRelease(signed)) return undefined;
    const { release } = signed;
    const team = (Object.hasOwn(keys.teams, name) ? keys.teams[name] : undefined) ?? [];
    if (!(await isSignedBy(team, signed, JSON.stringify(release), subtle))) return undefined;
    if ((await hashOf(release, subtle)) !== content || !isRelease(release)) return undefined;
    const { entry, globalName, routes, menu, files } = release;
    const integrity = files[entry]?.integrity;
    if (release.name !== name || release.version !== version || !integrity) return undefined;
    return pageRelease(page, name, 'override', {
      ...{ version, entry: storedAt(release, entry), globalName, integrity, scripts: [], routes, menu },
      hashes: scriptHashes(release),
    });
  } catch {
    return undefined;
  }
}

/**
 * Verifies Ed25519 (RFC 8032).
 * @throws DOMException when a browser lacks it (before Chrome 137, Firefox 129, Safari 17), or a text is not
 * base64.
 */
async function isSignedBy(
  keys: readonly PublicKey[],
  { signature, key: id }: Signature,
  text: string,
  subtle: SubtleCrypto,
): Promise<boolean> {
  const key = keys.find((candidate) => candidate.id === id);
  if (!key) return false;
  const imported = await subtle.importKey('raw', fromBase64(key.key), 'Ed25519', false, ['verify']);
  return subtle.verify('Ed25519', imported, fromBase64(signature), new TextEncoder().encode(text));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The hash of W3C Subresource Integrity, as `contentHash` computes it in Node. */
async function hashOf(release: unknown, subtle: SubtleCrypto): Promise<string> {
  const bytes = new Uint8Array(
    await subtle.digest('SHA-384', new TextEncoder().encode(JSON.stringify(release))),
  );
  return `sha384-${btoa(String.fromCharCode(...bytes))}`;
}

/** Only the shape is checked, because the site builder has written what it had read. */
function isPreviewKeys(value: unknown): value is PreviewKeys {
  return isRecord(value) && Array.isArray(value.links) && isRecord(value.teams);
}

function isSignedRelease(value: unknown): value is Signature & { readonly release: unknown } {
  return isRecord(value) && typeof value.key === 'string' && typeof value.signature === 'string';
}

/** Only the kind is checked, because the hash proves that it is what was verified when the link was signed. */
function isRelease(value: unknown): value is Release {
  return isRecord(value) && isRecord(value.files);
}
