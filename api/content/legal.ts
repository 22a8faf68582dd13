import type { LegalPage } from '@isa/api-contract';
import { cookiePolicy } from './legal/cookie-policy';
import { copyrightPolicy } from './legal/copyright-policy';
import { disclaimer } from './legal/disclaimer';
import { privacyPolicy } from './legal/privacy-policy';
import { termsAndConditions } from './legal/terms-and-conditions';

/** The legal pages in the order of the footer's links. */
export const legalPages: readonly LegalPage[] = [
  termsAndConditions,
  disclaimer,
  privacyPolicy,
  copyrightPolicy,
  cookiePolicy,
];
