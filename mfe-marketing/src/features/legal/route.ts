import { calls, type LegalSlug } from '@isa/api-contract';
import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';

const pages: readonly (readonly [slug: LegalSlug, title: string])[] = [
  ['terms-and-conditions', 'Terms and Conditions'],
  ['disclaimer', 'Disclaimer'],
  ['privacy-policy', 'Privacy Policy'],
  ['copyright-policy', 'Copyright Policy'],
  ['cookie-policy', 'Cookie Policy'],
];

export const legalRoutes = pages.map(([slug, title]) =>
  definePage({
    path: paths.legal(slug),
    title,
    load: ({ host, signal }) => host.api(calls.readLegalPage, { params: { slug } }, { signal }),
    page: () => import('./legal-page'),
  }),
);
