import type { LegalSlug } from '@isa/api-contract';

export const legalPages: readonly { readonly slug: LegalSlug; readonly label: string }[] = [
  { slug: 'terms-and-conditions', label: 'Terms and Conditions' },
  { slug: 'privacy-policy', label: 'Privacy Policy' },
  { slug: 'cookie-policy', label: 'Cookie Policy' },
  { slug: 'copyright-policy', label: 'Copyright Policy' },
  { slug: 'disclaimer', label: 'Disclaimer' },
];
