import { calls, legalPages } from '@isa/api-contract';
import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';

export const legalRoutes = legalPages.map(({ slug, label }) =>
  definePage({
    path: paths.legal(slug),
    title: label,
    load: ({ host, signal }) => host.api(calls.readLegalPage, { params: { slug } }, { signal }),
    page: () => import('./legal-page'),
  }),
);
