import type { Approval, OrderRecord, ShippingAddress } from '../records';

interface SampleBuyer {
  readonly key: string;
  readonly account: Pick<Approval, 'payerId' | 'email' | 'givenName' | 'surname'>;
  readonly address: Omit<ShippingAddress, 'fullName'>;
}

const alex: SampleBuyer = {
  key: 'alex',
  account: {
    payerId: 'SBALEXMORGAN1',
    givenName: 'Alex',
    surname: 'Morgan',
    email: 'alex.morgan@buyer.example',
  },
  address: { line1: '1 Sample Street', city: 'Sampleton', postcode: 'AA1 1AA', countryCode: 'GB' },
};
const sam: SampleBuyer = {
  key: 'sam',
  account: {
    payerId: 'SBSAMTAYLOR22',
    givenName: 'Sam',
    surname: 'Taylor',
    email: 'sam.taylor@buyer.example',
  },
  address: {
    line1: 'Flat 4',
    line2: '22 Example Road',
    city: 'Testford',
    postcode: 'ZZ9 9ZZ',
    countryCode: 'GB',
  },
};

/** The accounts of the buyer's page, with fictitious addresses. */
export const sampleBuyers = [alex, sam] as const;

export function findBuyer(key: string | undefined): SampleBuyer {
  return sampleBuyers.find((buyer) => buyer.key === key) ?? alex;
}

export function needsShipping(order: OrderRecord): boolean {
  return order.request.context.shipping_preference !== 'NO_SHIPPING';
}

/** The approval of the first sample buyer, for tests without a browser. */
export function sampleApproval(order: OrderRecord): Approval {
  const { account, address } = alex;
  const fullName = `${account.givenName} ${account.surname}`;
  return {
    ...account,
    fundingSource: 'paypal',
    instrument: 'accepted',
    shipping: needsShipping(order) ? { fullName, ...address } : undefined,
  };
}
