import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';

export const contactRoute = definePage({
  path: paths.contact,
  title: 'Contact',
  header: 'contact',
  page: () => import('./contact-page'),
});
