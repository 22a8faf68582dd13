import { isEmail } from '@isa/api-contract';
import type { Approval, OrderRecord } from '../records';
import { findBuyer, needsShipping } from './sample-buyers';
import type { BuyerSession } from './session';

/** The fields of the last step, as typed. */
export interface ApprovalFields {
  readonly buyer: string;
  readonly email: string;
  readonly instrument: string;
  readonly fullName: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly postcode: string;
  readonly countryCode: string;
}

export type FieldErrors = Partial<Record<keyof ApprovalFields, string>>;

export const countries = [
  ['GB', 'United Kingdom'],
  ['IE', 'Ireland'],
  ['FR', 'France'],
  ['DE', 'Germany'],
  ['US', 'United States'],
] as const;

/** The form as it looks before anybody typed: the sample buyer's own data. */
export function initialFields(buyerKey: string | undefined, email: string | undefined): ApprovalFields {
  const buyer = findBuyer(buyerKey);
  return {
    buyer: buyer.key,
    email: email ?? buyer.email,
    instrument: 'accepted',
    fullName: `${buyer.givenName} ${buyer.surname}`,
    line1: buyer.address.line1,
    line2: buyer.address.line2 ?? '',
    city: buyer.address.city,
    postcode: buyer.address.postcode,
    countryCode: buyer.address.countryCode,
  };
}

export function readFields(form: URLSearchParams): ApprovalFields {
  const field = (name: keyof ApprovalFields) => (form.get(name) ?? '').trim().slice(0, 300);
  return {
    buyer: field('buyer'),
    email: field('email'),
    instrument: field('instrument'),
    fullName: field('fullName'),
    line1: field('line1'),
    line2: field('line2'),
    city: field('city'),
    postcode: field('postcode'),
    countryCode: field('countryCode'),
  };
}

export function validate(order: OrderRecord, fields: ApprovalFields): FieldErrors {
  const errors: FieldErrors = {};
  if (!isEmail(fields.email)) errors.email = 'Enter an e-mail address such as name@example.com.';
  if (fields.fullName === '') errors.fullName = 'Enter a name.';
  if (!needsShipping(order)) return errors;
  if (fields.line1 === '') errors.line1 = 'Enter the first line of the address.';
  if (fields.city === '') errors.city = 'Enter a town or city.';
  if (fields.postcode === '') errors.postcode = 'Enter a postcode.';
  if (!countries.some(([code]) => code === fields.countryCode)) errors.countryCode = 'Choose a country.';
  return errors;
}

/** What valid fields mean to the bank. */
export function toApproval(order: OrderRecord, session: BuyerSession, fields: ApprovalFields): Approval {
  const { fullName, line1, line2, city, postcode, countryCode } = fields;
  const [givenName = '', ...rest] = fullName.split(/\s+/);
  return {
    payerId: findBuyer(fields.buyer).payerId,
    email: fields.email,
    givenName,
    surname: rest.join(' '),
    fundingSource: session.fundingSource,
    instrument: fields.instrument === 'declined' ? 'declined' : 'accepted',
    shipping: needsShipping(order)
      ? { fullName, line1, ...(line2 !== '' && { line2 }), city, postcode, countryCode }
      : undefined,
  };
}
