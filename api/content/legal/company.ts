import { academy } from '@isa/api-contract';

const { street, city, postcode, country } = academy.address;

/** The company's postal address on one line. */
export const postalAddress = `${street}, ${city} ${postcode}, ${country}`;

/** The company's e-mail address as a link. */
export const emailLink = `<a href="mailto:${academy.email}">${academy.email}</a>`;
