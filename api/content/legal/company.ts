import { academy } from '@isa/api-contract';

/** The company's e-mail address as a link. */
export const emailLink = `<a href="mailto:${academy.email}">${academy.email}</a>`;
