import type { ContactDetails } from '@isa/api-contract';

/** Contact details that differ from the sample in everything, with characters that HTML escapes. */
export const otherContact: ContactDetails = {
  legalName: 'Watch & Learn Ltd',
  email: 'desk@watch-and-learn.example',
  phone: '+44 141 496 0123',
  address: '1 <High> Street, Glasgow G1\u00a01AA, Scotland',
  hours: 'Tuesday to Saturday, 10:00–16:00',
};

/** The settings of these details. */
export const otherContactSettings = {
  SELLER_NAME: otherContact.legalName,
  SUPPORT_EMAIL: otherContact.email,
  SUPPORT_PHONE: otherContact.phone,
  SELLER_ADDRESS: otherContact.address,
  SUPPORT_HOURS: otherContact.hours,
} as const;
