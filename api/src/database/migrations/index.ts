import { Foundation1790000000001 } from './1790000000001-foundation';

/** In the order of their time stamps. What was released once is never edited; a change gets a new one. */
export const migrations = [Foundation1790000000001];
