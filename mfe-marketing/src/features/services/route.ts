import { calls } from '@isa/api-contract';
import { definePage, type LoadContext } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';

async function loadProof({ host, signal }: LoadContext) {
  const { proof } = await host.api(calls.readAcademy, {}, { signal });
  return { proof };
}

export const serviceRoutes = [
  definePage({
    path: paths.services,
    title: 'Services',
    load: loadProof,
    page: () => import('./services-page'),
  }),
  definePage({
    path: paths.investigations,
    title: 'Investigations',
    load: loadProof,
    page: () => import('./investigations-page'),
  }),
  definePage({
    path: paths.consultancy,
    title: 'Consultancy',
    load: async (context) => {
      const { host, signal } = context;
      const [{ books }, { proof }] = await Promise.all([
        host.api(calls.listBooks, {}, { signal }),
        loadProof(context),
      ]);
      return {
        proof,
        volumes: books
          .filter(({ id }) => id === 1 || id === 2)
          .map(({ id, title, link, price }) => ({ id, title, link, price })),
      };
    },
    page: () => import('./consultancy-page'),
  }),
];
