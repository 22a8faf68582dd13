import { calls } from '@isa/api-contract';
import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';

export const serviceRoutes = [
  definePage({
    path: paths.services,
    title: 'Services',
    page: () => import('./services-page'),
  }),
  definePage({
    path: paths.investigations,
    title: 'Investigations',
    page: () => import('./investigations-page'),
  }),
  definePage({
    path: paths.consultancy,
    title: 'Consultancy',
    load: async ({ host, signal }) => {
      const { books } = await host.api(calls.listBooks, {}, { signal });
      return {
        volumes: books
          .filter(({ id }) => id === 1 || id === 2)
          .map(({ id, title, link, price }) => ({ id, title, link, price })),
      };
    },
    page: () => import('./consultancy-page'),
  }),
];
