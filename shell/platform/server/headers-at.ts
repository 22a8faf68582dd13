import { CHECKOUT } from '../formats/host-rules';

type HeaderValues = Readonly<Record<string, string>>;

export interface SiteHeaders {
  readonly usual: HeaderValues;
  /** The headers of the checkout's document, the only one with scripts of the payment provider. */
  readonly checkout: HeaderValues;
}

const CHECKOUT_PATH = new RegExp(CHECKOUT, 'i');

/** @param path the decoded path of the request; `undefined` for one that no page has. */
export function headersAt({ usual, checkout }: SiteHeaders, path: string | undefined): HeaderValues {
  return path !== undefined && CHECKOUT_PATH.test(path) ? checkout : usual;
}
