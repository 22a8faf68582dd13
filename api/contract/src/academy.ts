import type { ContactDetails } from '../../src/features/catalogue/schema';

export const academy = {
  name: 'International Surveillance Academy',
  /** Pages on the professional network where the academy and its founder publish. */
  network: {
    name: 'LinkedIn',
    company: 'https://www.linkedin.com/company/international-surveillance-academy/',
    founder: 'https://www.linkedin.com/company/international-surveillance-academy/people/',
  },
} as const;

/**
 * The contact details without settings, which production refuses: the telephone number is from Ofcom's range for fiction,
 * and the domain is reserved by RFC 2606.
 */
export const sampleContact: ContactDetails = {
  legalName: 'International Surveillance Academy Ltd',
  email: 'office@surveillance-academy.example',
  phone: '+44 20 7946 0958',
  // The postcode contains a no-break space, so that no line ends inside of it.
  address: '6 Cartographers’ Yard, London SE1\u00a00ZZ, United Kingdom',
  hours: 'Monday to Friday, 09:00–17:30 UK time',
};

/** The link that calls a telephone number as pages show it. */
export function telephoneLink(phone: string): string {
  return `tel:${phone.replaceAll(' ', '')}`;
}

/** The postal address as a label has it, by lines. */
export function addressLabel(address: string): string {
  return address.replaceAll(', ', '\n');
}
