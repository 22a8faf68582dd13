import type { OrderRow } from '../../database/entities';

/** The lines of the address label; none without an address. */
export function addressLines({
  shippingName,
  shippingAddress,
}: Pick<OrderRow, 'shippingName' | 'shippingAddress'>): string[] {
  if (!shippingAddress) return [];
  const { address_line_1, address_line_2, admin_area_2, admin_area_1, postal_code } = shippingAddress;
  const { country_code: code = '' } = shippingAddress;
  return [
    shippingName,
    address_line_1,
    address_line_2,
    admin_area_2,
    admin_area_1,
    postal_code,
    countryName(code),
  ]
    .filter((line) => line !== null && line !== undefined)
    .filter((line) => line !== '');
}

/** The same lines for a mail, in which only the beginnings of names and streets can be read. */
export function maskedAddressLines({
  shippingName,
  shippingAddress,
}: Pick<OrderRow, 'shippingName' | 'shippingAddress'>): string[] {
  const mask = (text = '') => text.replace(/(\S)\S+/gu, '$1…');
  return addressLines({
    shippingName: mask(shippingName ?? ''),
    shippingAddress: shippingAddress && {
      ...shippingAddress,
      address_line_1: mask(shippingAddress.address_line_1),
      address_line_2: mask(shippingAddress.address_line_2),
    },
  });
}

const countries = new Intl.DisplayNames('en-GB', { type: 'region' });

/** PayPal names China by C2 for payments from outside: https://developer.paypal.com/api/rest/reference/country-codes/ */
export function countryName(code: string): string | undefined {
  const region = code === 'C2' ? 'CN' : code;
  return /^[A-Z]{2}$/.test(region) ? countries.of(region) : code;
}
