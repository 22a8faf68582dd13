import { calls, type LegalSlug } from '@isa/api-contract';
import { definePage, paths } from '@isa/contract';

const titles: Readonly<Record<LegalSlug, string>> = {
  'terms-and-conditions': 'Terms and Conditions',
  disclaimer: 'Disclaimer',
  'privacy-policy': 'Privacy Policy',
  'copyright-policy': 'Copyright Policy',
  'cookie-policy': 'Cookie Policy',
};

function legalRoute(slug: LegalSlug) {
  return definePage({
    path: paths.legal(slug),
    title: titles[slug],
    load: async ({ host, signal }) => host.api(calls.readLegalPage, { params: { slug } }, { signal }),
    page: () => import('./legal-page'),
  });
}

export const legalRoutes = [
  legalRoute('terms-and-conditions'),
  legalRoute('disclaimer'),
  legalRoute('privacy-policy'),
  legalRoute('copyright-policy'),
  legalRoute('cookie-policy'),
];
