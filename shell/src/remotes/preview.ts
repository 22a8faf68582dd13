import { isRecord } from '@isa/contract';
import { type Preview, previewText } from '../../formats/preview';
import {
  type PageRegistry,
  pageRelease,
  type PublicKey,
  type RemoteRelease,
  type Signature,
} from '../../formats/registry';
import type { Release } from '../../formats/release';
import type { PreviewRequest } from './preview-request';

interface PreviewOptions {
  /** Names the store and the keys of the operators. */
  readonly page: PageRegistry;
  readonly fetch: typeof globalThis.fetch;
  readonly subtle: SubtleCrypto | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The release of a preview link. Its address, hashes and routes come from the `release.json` whose hash the operators
 * have signed with the link, after they had verified the team's signature.
 * @returns `undefined` when the link was not signed by a key of this page, has expired, or belongs to other content.
 */
export async function loadPreview(
  request: PreviewRequest,
  { page, fetch, subtle, now }: PreviewOptions,
): Promise<RemoteRelease | undefined> {
  const [, name, version] = /^([a-z][a-z0-9-]*)@([\w.-]+)$/.exec(request.release) ?? [];
  const [expires, content, key, signature] = request.proof.split('.');
  if (!name || !version || !content || !key || !signature || !subtle) return undefined;
  const preview: Preview = { name, version, expires: Number(expires), content };
  if (!(preview.expires * 1000 > now())) return undefined;
  try {
    if (!(await isSignedBy(page.keys ?? [], { key, signature }, previewText(preview), subtle)))
      return undefined;
    const response = await fetch(`${page.cdn}/${name}/${version}/release.json`);
    const signed: unknown = await response.json();
    const release = isRecord(signed) ? signed.release : undefined;
    if ((await hashOf(release, subtle)) !== content || !isRelease(release)) return undefined;
    const { entry, globalName, routes, menu, files } = release;
    const integrity = files[entry]?.integrity;
    if (release.name !== name || release.version !== version || !integrity) return undefined;
    const path = `${name}/${version}/${entry}`;
    return pageRelease(page, name, 'override', {
      ...{ version, entry: path, globalName, integrity, scripts: [], routes, menu },
    });
  } catch {
    return undefined;
  }
}

/**
 * Whether one of the keys has signed the text (Ed25519, RFC 8032).
 * @throws DOMException when a browser lacks Ed25519 (before Chrome 137, Firefox 129, Safari 17), or a text is not base64.
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

/** W3C Subresource Integrity, as `contentHash` computes it in Node. */
async function hashOf(release: unknown, subtle: SubtleCrypto): Promise<string> {
  const bytes = new Uint8Array(
    await subtle.digest('SHA-384', new TextEncoder().encode(JSON.stringify(release))),
  );
  return `sha384-${btoa(String.fromCharCode(...bytes))}`;
}

/** Its fields are not checked: the hash proves that it is what the operators have verified. */
function isRelease(value: unknown): value is Release {
  return isRecord(value) && isRecord(value.files);
}
