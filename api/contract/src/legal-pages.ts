/** The legal pages, in the order of the footer. A slug is the page's address without its slash (specification §2). */
export const legalPages = [
  { slug: 'terms-and-conditions', label: 'Terms and Conditions' },
  { slug: 'privacy-policy', label: 'Privacy Policy' },
  { slug: 'cookie-policy', label: 'Cookie Policy' },
  { slug: 'copyright-policy', label: 'Copyright Policy' },
  { slug: 'disclaimer', label: 'Disclaimer' },
] as const;
/** The address of a legal page without its slash. */
export type LegalSlug = (typeof legalPages)[number]['slug'];
