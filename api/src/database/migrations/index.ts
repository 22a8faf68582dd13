import { Initial1790000000001 } from './1790000000001-initial';

/**
 * The migrations in the order of their time stamps. A released migration is never edited; a change gets a new
 * one.
 */
export const migrations = [Initial1790000000001];
