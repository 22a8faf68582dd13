import { academy, postalAddress } from '@isa/api-contract';

/** The seller until the server's settings or receipt arrive. */
export const defaultSeller = { name: academy.legalName, address: postalAddress, vatNumber: null };
