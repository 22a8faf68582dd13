import { isEmail } from '@isa/api-contract';
import { z } from 'zod';
import type { Approval, OrderRecord } from '../records';
import { findBuyer, needsShipping } from './sample-buyers';
import type { BuyerSession } from './session';

const field = z
  .string()
  .default('')
  .transform((value) => value.trim().slice(0, 300));

/** The fields of the last step, as submitted. */
export const approvalFieldsSchema = z.object({
  buyer: field,
  email: field,
  instrument: field,
  fullName: field,
  line1: field,
  line2: field,
  city: field,
  postcode: field,
  countryCode: field,
});
export type ApprovalFields = Readonly<z.infer<typeof approvalFieldsSchema>>;

export type FieldErrors = Partial<Record<keyof ApprovalFields, string>>;

export const countries = [
  ['GB', 'United Kingdom'],
  ['IE', 'Ireland'],
  ['FR', 'France'],
  ['DE', 'Germany'],
  ['US', 'United States'],
] as const;

/** The form's first values: the data of the sample buyer. */
export function initialFields(buyerKey: string | undefined, email: string | undefined): ApprovalFields {
  const { key, account, address } = findBuyer(buyerKey);
  return {
    buyer: key,
    email: email ?? account.email,
    instrument: 'accepted',
    fullName: `${account.givenName} ${account.surname}`,
    ...address,
    line2: address.line2 ?? '',
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

/** The approval that valid fields describe. */
export function toApproval(order: OrderRecord, session: BuyerSession, fields: ApprovalFields): Approval {
  const { email, fullName, line1, line2, city, postcode, countryCode } = fields;
  const [givenName = '', ...rest] = fullName.split(/\s+/);
  return {
    payerId: findBuyer(fields.buyer).account.payerId,
    email,
    givenName,
    surname: rest.join(' '),
    fundingSource: session.fundingSource,
    instrument: fields.instrument === 'declined' ? 'declined' : 'accepted',
    shipping: needsShipping(order)
      ? { fullName, line1, ...(line2 !== '' && { line2 }), city, postcode, countryCode }
      : undefined,
  };
}
