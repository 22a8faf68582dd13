import { CURRENCY, type Premium, PREMIUM_ID, PREMIUM_PRICE } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';

/** The virtual product that opens every lesson (specification §3). */
export const premium: Omit<Premium, 'preOrder'> = {
  id: PREMIUM_ID,
  title: 'Premium access to Basic Covert Surveillance, all 33 lessons',
  price: PREMIUM_PRICE,
  currency: CURRENCY,
  link: paths.onlineCourses,
};
