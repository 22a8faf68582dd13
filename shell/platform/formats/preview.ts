import type { PublicKey } from './registry';

/** A preview link: it shows a release that is published and not promoted, in a production shell, until it expires. */
export interface Preview {
  readonly name: string;
  readonly version: string;
  /** When the link expires, in seconds since 1970. */
  readonly expires: number;
  readonly content: string;
}

/** The longest validity of a link, which cannot be withdrawn, except with its key. */
export const MAX_PREVIEW_DAYS = 14;

/** The file of a site with the public keys that the browser verifies previews with. */
export const PREVIEW_KEYS_FILE = 'preview-keys.json';

export interface PreviewKeys {
  /** Keys that may sign preview links. */
  readonly links: readonly PublicKey[];
  readonly teams: Readonly<Record<string, readonly PublicKey[]>>;
}

/** The parameter with the release, `shop@1.5.0`, or `off`. */
export const PREVIEW_RELEASE = 'isa-release';
/** The parameter with expiry, hash of the content, key and signature. */
export const PREVIEW_PROOF = 'isa-preview';

/** The text that is signed. It is not JSON, so that it can never pass for a registry or a release. */
export function previewText({ name, version, expires, content }: Preview): string {
  return ['isa-preview', name, version, String(expires), content].join('\n');
}
