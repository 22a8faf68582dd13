import type { Approval, OrderRecord, ShippingAddress } from '../records';

export interface SampleBuyer {
  readonly key: string;
  readonly payerId: string;
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
  readonly address: Omit<ShippingAddress, 'fullName'>;
}

/** People who can log in to the buyer's page. Addresses of ranges that nobody lives in. */
export const sampleBuyers = [
  {
    key: 'alex',
    payerId: 'SBALEXMORGAN1',
    givenName: 'Alex',
    surname: 'Morgan',
    email: 'alex.morgan@buyer.example',
    address: { line1: '1 Sample Street', city: 'Sampleton', postcode: 'AA1 1AA', countryCode: 'GB' },
  },
  {
    key: 'sam',
    payerId: 'SBSAMTAYLOR22',
    givenName: 'Sam',
    surname: 'Taylor',
    email: 'sam.taylor@buyer.example',
    address: {
      line1: 'Flat 4',
      line2: '22 Example Road',
      city: 'Testford',
      postcode: 'ZZ9 9ZZ',
      countryCode: 'GB',
    },
  },
] as const satisfies readonly [SampleBuyer, ...SampleBuyer[]];

export function findBuyer(key: string | undefined): SampleBuyer {
  return sampleBuyers.find((buyer) => buyer.key === key) ?? sampleBuyers[0];
}

export function needsShipping(order: OrderRecord): boolean {
  return order.request.context.shipping_preference !== 'NO_SHIPPING';
}

/** What the first sample buyer agrees to when no person sits before the page. */
export function sampleApproval(order: OrderRecord): Approval {
  const [{ payerId, email, givenName, surname, address }] = sampleBuyers;
  return {
    payerId,
    email,
    givenName,
    surname,
    fundingSource: 'paypal',
    instrument: 'accepted',
    shipping: needsShipping(order) ? { fullName: `${givenName} ${surname}`, ...address } : undefined,
  };
}
