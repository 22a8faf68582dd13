import { isRecord, storedJson } from '@isa/contract';
import { PREVIEW_PROOF, PREVIEW_RELEASE } from '../../platform/formats/preview';
import type { PageRegistry } from '../../platform/formats/registry';
import type { AddressedTab } from './override';

export interface PreviewRequest {
  /** The release, such as `shop@1.5.0`. */
  readonly release: string;
  readonly proof: string;
}

/** @returns whether this page is on the preview origin. Preview links are ignored everywhere else. */
export function isOnPreviewOrigin(
  { location }: { readonly location: Pick<Location, 'origin'> },
  { previewOrigin }: Pick<PageRegistry, 'previewOrigin'>,
): boolean {
  return location.origin === previewOrigin;
}

/** The preview that the tab's address requests, or the one of an earlier page of this tab; `?isa-release=off` ends it. */
export function previewRequest(page: AddressedTab): PreviewRequest | undefined {
  const stored = storedJson('sessionStorage', 'isa-shell:preview', parseRequest, page);
  const query = new URLSearchParams(page.location.search);
  const release = query.get(PREVIEW_RELEASE);
  if (release === null) return stored.read();
  const request = { release, proof: query.get(PREVIEW_PROOF) ?? '' };
  if (release === 'off') forgetPreview(page);
  else stored.write(request);
  return release === 'off' ? undefined : request;
}

export function forgetPreview(page: Pick<Window, 'sessionStorage'>): void {
  storedJson('sessionStorage', 'isa-shell:preview', parseRequest, page).clear();
}

function parseRequest(value: unknown): PreviewRequest | undefined {
  if (!isRecord(value) || typeof value.release !== 'string' || typeof value.proof !== 'string')
    return undefined;
  return { release: value.release, proof: value.proof };
}
