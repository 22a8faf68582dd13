import { Initial1790000000001 } from './1790000000001-initial';
import { OfficeSecondFactor1790000000010 } from './1790000000010-office-second-factor';

/** The migrations by time stamp. A released one is never edited; a change gets a new one. */
export const migrations = [Initial1790000000001, OfficeSecondFactor1790000000010];
