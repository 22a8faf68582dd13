/**
 * The company's details for the contact page, the footer, mails and legal texts. The telephone number is from
 * Ofcom's range for fiction and the domain is reserved by RFC 2606: replace both before going live.
 */
export const academy = {
  name: 'International Surveillance Academy',
  legalName: 'International Surveillance Academy Ltd',
  email: 'office@surveillance-academy.example',
  phone: { display: '+44 20 7946 0958', href: 'tel:+442079460958' },
  address: {
    street: '6 Cartographers’ Yard',
    city: 'London',
    // The number contains a no-break space, so that no line ends inside of it.
    postcode: 'SE1\u00a00ZZ',
    country: 'United Kingdom',
    countryCode: 'GB',
  },
  hours: 'Monday to Friday, 09:00–17:30 UK time',
  /** Pages on the professional network where the academy and its founder publish. */
  network: {
    name: 'LinkedIn',
    company: 'https://www.linkedin.com/company/international-surveillance-academy/',
    founder: 'https://www.linkedin.com/company/international-surveillance-academy/people/',
  },
} as const;

const { street, city, postcode, country } = academy.address;

/** The company's postal address on one line. */
export const postalAddress = `${street}, ${city} ${postcode}, ${country}`;
