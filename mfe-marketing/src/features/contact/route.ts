import { definePage, paths } from '@isa/contract';

export const contactRoute = definePage({
  path: paths.contact,
  title: 'Contact',
  header: 'contact',
  page: () => import('./contact-page'),
});
