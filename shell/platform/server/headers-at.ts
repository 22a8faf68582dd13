import { CHECKOUT } from '../formats/host-rules';

type HeaderValues = Readonly<Record<string, string>>;

export interface SiteHeaders {
  readonly usual: HeaderValues;
  /** The headers of the checkout's document, the only one with scripts of the payment provider. */
  readonly checkout: HeaderValues;
}

const CHECKOUT_PATH = new RegExp(CHECKOUT, 'i');

/** Public drawings, which the office shows to those who choose one for a post. */
const DRAWINGS = '/art/';

/** @param path the decoded path of the request; `undefined` for one that no page has. */
export function headersAt({ usual, checkout }: SiteHeaders, path: string | undefined): HeaderValues {
  if (path === undefined) return usual;
  if (path.startsWith(DRAWINGS)) return { ...usual, 'Cross-Origin-Resource-Policy': 'cross-origin' };
  return CHECKOUT_PATH.test(path) ? checkout : usual;
}
